import type { TextRedactor } from '../../shared/adapters/redaction/redactor';
import type { AgentReport } from '../../shared/domain/call/agent-report';
import type { CallAnalysis, LLMMessage, ToolCall } from '../../shared/domain/call/call';
import { entitiesToRedact } from '../../shared/domain/job/redaction';
import type { JobContext } from '../../shared/domain/planning/plan-job';
import type { ActivityDeps } from '../deps';

/** Removes from a job's texts what must not be stored, by the settings in force for the job. */
export interface JobRedaction {
  message(message: LLMMessage): LLMMessage;
  analysis(analysis: CallAnalysis): CallAnalysis;
  report(report: AgentReport): AgentReport;
  text(text: string): string;
}

/** A test job redacts nothing. */
export function createJobRedaction(
  { redactor }: Pick<ActivityDeps, 'redactor'>,
  { job, overrides }: Pick<JobContext, 'job' | 'overrides'>,
): JobRedaction {
  const contact = { name: job.ContactName, phoneNumber: job.PhoneNumber };
  const rules = redactor.forContact(contact, entitiesToRedact(overrides, job.TestJob));
  return {
    text: (text) => rules.redactText(text),
    message: (message) => redactMessage(message, rules),
    report: ({ OutputData, ...report }) =>
      OutputData === undefined ? report : { ...report, OutputData: rules.redactJson(OutputData) },
    // The quotes are words of messages that are redacted already; the rest holds codes, ids and words of the schema.
    analysis: ({ ConversationEndReason, Evidence, SchemaErrors, Source, ...found }) => ({
      ...rules.redactJson(found),
      ConversationEndReason,
      ...(Evidence === undefined ? {} : { Evidence }),
      ...(SchemaErrors === undefined ? {} : { SchemaErrors }),
      ...(Source === undefined ? {} : { Source }),
    }),
  };
}

/** Marks a message that redaction changed. */
function redactMessage(message: LLMMessage, rules: TextRedactor): LLMMessage {
  const { content, tool_calls: calls } = message;
  const redacted: LLMMessage = {
    ...message,
    content: content === null ? null : rules.redactText(content),
    ...(calls === undefined ? {} : { tool_calls: calls.map((call) => redactToolCall(call, rules)) }),
  };
  return JSON.stringify(redacted) === JSON.stringify(message) ? message : { ...redacted, redacted: true };
}

/** Arguments are JSON, and stay JSON. If a model wrote something else, they are text. */
function redactToolCall(call: ToolCall, rules: TextRedactor): ToolCall {
  const { name, arguments: given } = call.function;
  let value: unknown;
  try {
    value = JSON.parse(given);
  } catch {
    return { ...call, function: { name, arguments: rules.redactText(given) } };
  }
  const redacted = JSON.stringify(rules.redactJson(value));
  return { ...call, function: { name, arguments: redacted === JSON.stringify(value) ? given : redacted } };
}
