import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRulesAnalyzer } from '../../../../shared/adapters/analysis/rules';
import {
  drawScenario,
  simulatorScenarios,
  type SimulatorScenario,
} from '../../../../shared/adapters/telephony/simulated/scenarios';
import { CallRefusedError } from '../../../../shared/adapters/telephony/telephony';
import type { ConversationEndReason, EndedReason } from '../../../../shared/domain/call/call';
import type { EndedDetail } from '../../../../shared/domain/call/line';
import { decideAfterCall } from '../../../../shared/domain/retry/retry-rules';
import { runCall } from './simulated-call';
import { readDocTables } from '../../../support/doc-table';

interface Result {
  endedReason: EndedReason;
  failed: boolean;
  connected: boolean;
  conversation: ConversationEndReason;
  detail?: EndedDetail | undefined;
  permanent?: true | undefined;
  callbackAtMs?: number | undefined;
}

const page = readFileSync(join(__dirname, '../../../../docs/simulator.md'), 'utf8');
const cells = readDocTables('simulator.md');
const rows = cells.filter(([first]) => simulatorScenarios.some((name) => name === first));

/** A call that the provider refuses is closed by the activity that dialed it, as an error on our side. */
async function refusedCall(): Promise<Result> {
  const request = { endedReason: 'assistant_error', connected: false, stopped: false, messages: [] } as const;
  const { ConversationEndReason: conversation } = await createRulesAnalyzer().analyze({
    ...request,
    earlierCalls: [],
    analysisSchema: undefined,
  });
  return { endedReason: 'assistant_error', failed: true, connected: false, conversation };
}

async function resultOf(Scenario: SimulatorScenario): Promise<Result> {
  try {
    const { end, analysis, talkedMs, callbacks } = await runCall({ Scenario });
    return {
      detail: end.detail,
      permanent: end.permanent,
      callbackAtMs: callbacks.at(-1),
      endedReason: end.reason,
      failed: end.error !== undefined,
      connected: talkedMs !== undefined,
      conversation: analysis.ConversationEndReason,
    };
  } catch (error) {
    if (error instanceof CallRefusedError) return refusedCall();
    throw error;
  }
}

function documentedJob(result: Result, hangUpIsOptOut: boolean): string {
  const next = decideAfterCall({ ...result, connectionFailed: result.failed }, {}, hangUpIsOptOut);
  switch (next.kind) {
    case 'completed':
      return 'completed';
    case 'failed':
      return `failed, ${next.reason}`;
    case 'retry':
      return 'called again';
  }
}

describe('docs/simulator.md', () => {
  it('has one row for each scenario', () => {
    expect(rows.map(([name]) => name).sort()).toEqual([...simulatorScenarios].sort());
  });

  it.each(simulatorScenarios)('says how %s ends, and what becomes of the job', async (scenario) => {
    const result = await resultOf(scenario);
    const [, , endedReason, conversation, job] = rows.find(([name]) => name === scenario) ?? [];
    expect({ endedReason, conversation, job }).toEqual({
      endedReason: result.failed ? `${result.endedReason}, error` : result.endedReason,
      conversation: result.conversation,
      job: documentedJob(result, false),
    });
  });

  it('names the scenarios that HangUpIsOptOut turns into an opt-out', async () => {
    const [, sentence = ''] = /`HangUpIsOptOut` turns (.+?) into `failed`, `opted_out`/s.exec(page) ?? [];
    const named = [...sentence.matchAll(/`(\w+)`/g)].map(([, name]) => name);
    const turned: string[] = [];
    for (const scenario of simulatorScenarios) {
      const result = await resultOf(scenario);
      if (documentedJob(result, false) !== documentedJob(result, true)) turned.push(scenario);
      if (named.includes(scenario)) expect(documentedJob(result, true)).toBe('failed, opted_out');
    }
    expect(turned.sort()).toEqual(named.sort());
  });

  it('states the share of drawn scenarios that complete their conversation', () => {
    const drawn = Array.from({ length: 2000 }, (_, i) => drawScenario(`job_${i}`));
    const share = (drawn.filter((scenario) => scenario === 'conversation_complete').length / drawn.length) * 100;
    const [, stated = ''] = /(\d+) of 100 complete their conversation/.exec(page) ?? [];
    expect(Math.abs(share - Number(stated))).toBeLessThan(5);
  });
});
