import { CallRefusedError, type DialRequest } from '../telephony';
import { stableFraction } from '../../../domain/stable-hash';
import { type Course, courses, drawScenario, type SimulatorScenario } from './scenarios';
import { parseSimulatorSettings } from './settings';

/** The complete course of one attempt, planned before dialing. */
export interface CallPlan {
  scenario: SimulatorScenario;
  course: Course;
  /** Ms of ringing until the contact acts. Absent: the phone rings until the ring timeout. */
  ringMs?: number;
  /** Approximate ms from the answer to the end of the conversation. */
  talkMs: number;
}

/**
 * Plans an attempt by its settings. Missing settings are derived from the ID of the job.
 * @throws {CallRefusedError} when the settings are invalid
 */
export function planCall(request: Pick<DialRequest, 'jobId' | 'integrations'>): CallPlan {
  const parsed = parseSimulatorSettings(request.integrations['simulator']);
  if (!parsed.ok) {
    throw new CallRefusedError(`Integrations.simulator${parsed.pointer.replaceAll('/', '.')}: ${parsed.detail}`);
  }
  const { Scenario, RingSeconds, TalkSeconds } = parsed.value;
  const scenario = Scenario ?? drawScenario(request.jobId);
  const ringSeconds = RingSeconds ?? 1 + 2 * stableFraction(`${request.jobId}/ring`);
  const course = courses[scenario];
  const typicalTalkSeconds = course.kind === 'answered' ? course.talkSeconds : undefined;
  const talkSeconds = TalkSeconds ?? typicalTalkSeconds ?? 4 + 6 * stableFraction(`${request.jobId}/talk`);
  // An explicitly requested unanswered call demonstrates the ring timeout. A randomly drawn one rings briefly.
  const ringsUntilTimeout = Scenario === 'contact_did_not_answer' && RingSeconds === undefined;
  return {
    scenario,
    course,
    talkMs: Math.round(talkSeconds * 1000),
    ...(!ringsUntilTimeout && { ringMs: Math.round(ringSeconds * 1000) }),
  };
}
