import type { TextRedactor } from '../../shared/adapters/redaction/redactor';
import type { AgentReport } from '../../shared/domain/call/agent-report';
import type { CallAnalysis, LLMMessage, ToolCall } from '../../shared/domain/call/call';
import { entitiesToRedact } from '../../shared/domain/job/redaction';
import type { JobContext } from '../../shared/domain/planning/plan-job';
import type { Pace } from '../../shared/domain/turns';
import type { ActivityDeps } from '../deps';

/**
 * Removes from a job's texts what must not be stored, by the settings in force for the job. The texts are words of others, who
 * can make them slow to read: they are read in turns with the other work of the process, and with the other organizations.
 */
export interface JobRedaction {
  message(message: LLMMessage): Promise<LLMMessage>;
  analysis(analysis: CallAnalysis): Promise<CallAnalysis>;
  report(report: AgentReport): Promise<AgentReport>;
  text(text: string): Promise<string>;
}

/** A test job redacts nothing. */
export function createJobRedaction(
  { redactor, turns }: Pick<ActivityDeps, 'redactor' | 'turns'>,
  { job, overrides }: Pick<JobContext, 'job' | 'overrides'>,
): JobRedaction {
  const contact = { name: job.ContactName, phoneNumber: job.PhoneNumber };
  const entities = entitiesToRedact(overrides, job.TestJob);
  const rules = redactor.forContact(contact, entities);
  const run = <T>(redact: (pace: Pace) => Promise<T>): Promise<T> =>
    entities.length === 0 ? redact(() => Promise.resolve(0)) : turns.run(job.OrgID, redact);
  return {
    text: (text) => run((pace) => rules.redactTextPaced(text, pace)),
    message: (message) => run((pace) => redactMessage(message, rules, pace)),
    report: async ({ OutputData, ...report }) =>
      OutputData === undefined
        ? report
        : { ...report, OutputData: await run((pace) => rules.redactJsonPaced(OutputData, pace)) },
    // The quotes are words of messages that are redacted already; the rest holds codes, ids and words of the schema.
    analysis: async ({ ConversationEndReason, Evidence, SchemaErrors, Source, ...found }) => ({
      ...(await run((pace) => rules.redactJsonPaced(found, pace))),
      ConversationEndReason,
      ...(Evidence === undefined ? {} : { Evidence }),
      ...(SchemaErrors === undefined ? {} : { SchemaErrors }),
      ...(Source === undefined ? {} : { Source }),
    }),
  };
}

/** Marks a message that redaction changed. */
async function redactMessage(message: LLMMessage, rules: TextRedactor, pace: Pace): Promise<LLMMessage> {
  const { content, tool_calls: calls } = message;
  const redacted: LLMMessage = { ...message, content: content && (await rules.redactTextPaced(content, pace)) };
  if (calls !== undefined) redacted.tool_calls = [];
  for (const call of calls ?? []) redacted.tool_calls?.push(await redactToolCall(call, rules, pace));
  return JSON.stringify(redacted) === JSON.stringify(message) ? message : { ...redacted, redacted: true };
}

/** Arguments are JSON, and stay JSON. If a model wrote something else, they are text. */
async function redactToolCall(call: ToolCall, rules: TextRedactor, pace: Pace): Promise<ToolCall> {
  const { name, arguments: given } = call.function;
  let value: unknown;
  try {
    value = JSON.parse(given);
  } catch {
    return { ...call, function: { name, arguments: await rules.redactTextPaced(given, pace) } };
  }
  const redacted = JSON.stringify(await rules.redactJsonPaced(value, pace));
  return { ...call, function: { name, arguments: redacted === JSON.stringify(value) ? given : redacted } };
}
