import { CallRefusedError, type DialRequest } from '../telephony';
import { stableFraction } from '../../../domain/stable-hash';
import { type Course, courses, drawScenario, type SimulatorScenario } from './scenarios';
import { parseSimulatorSettings } from './settings';

/** All that will happen to one attempt, known before it is dialed. */
export interface CallPlan {
  scenario: SimulatorScenario;
  course: Course;
  /** Ms of ringing until the contact acts; absent = rings until the caller gives up. */
  ringMs?: number;
  /** Ms from the answer to the end of the conversation, about. */
  talkMs: number;
}

/**
 * The plan of an attempt, from its settings and, where they are silent, from its job's id.
 * @throws CallNotPlacedError when the settings are wrong
 */
export function planCall(request: Pick<DialRequest, 'jobId' | 'integrations'>): CallPlan {
  const parsed = parseSimulatorSettings(request.integrations['simulator']);
  if (!parsed.ok) {
    throw new CallRefusedError(`Integrations.simulator${parsed.pointer.replaceAll('/', '.')}: ${parsed.detail}`);
  }
  const { Scenario, RingSeconds, TalkSeconds } = parsed.value;
  const scenario = Scenario ?? drawScenario(request.jobId);
  const ringSeconds = RingSeconds ?? 1 + 2 * stableFraction(`${request.jobId}/ring`);
  const talkSeconds = TalkSeconds ?? 4 + 6 * stableFraction(`${request.jobId}/talk`);
  // Who asks for an unanswered call wants to see the ring timeout; a drawn one is only to be seen and got over.
  const ringsForEver = Scenario === 'contact_did_not_answer' && RingSeconds === undefined;
  return {
    scenario,
    course: courses[scenario],
    talkMs: Math.round(talkSeconds * 1000),
    ...(!ringsForEver && { ringMs: Math.round(ringSeconds * 1000) }),
  };
}
