import type { SimulatorScenario } from '../../../shared/adapters/telephony/simulated/scenarios';
import type { Random } from './random';

/**
 * What a row of the campaign's file is there to show. `twin`: the number of a refusing contact once more, at the end of
 * the file. `suppressed`: its number is suppressed before the file is imported. `optedOut`: while the campaign runs.
 */
export type RowKind = 'drawn' | 'named' | 'without' | 'refusing' | 'twin' | 'suppressed' | 'optedOut' | 'invalid';

export interface Row {
  /** From 1, as the import numbers it. */
  id: number;
  kind: RowKind;
  /** E.164; empty in an invalid row. */
  phoneNumber: string;
  callerId: string;
}

/** The seconds of each call. */
export interface CallLength {
  ring: number;
  talk: number;
}

export const callerIds = ['+14155550100', '+14155550101'] as const;

/** The variants. The scenario of a ring shows by which one the contact was called. */
export const variants: readonly { id: string; weight: number; scenario: SimulatorScenario }[] = [
  { id: 'plain', weight: 5, scenario: 'conversation_complete' },
  { id: 'careful', weight: 3, scenario: 'asks_if_bot' },
  { id: 'brief', weight: 2, scenario: 'wrong_contact' },
];
/** The variant of `named` rows, and the scenario of rows without any. */
export const namedVariant = 'careful';
export const scenarioWithoutVariant: SimulatorScenario = 'left_voicemail';

/** The parts of the rows, each at least one row; those after the first twenty, because a file that begins with an invalid row is refused. */
const parts: readonly [RowKind, number][] = [
  ['suppressed', 0.02],
  ['optedOut', 0.02],
  ['named', 0.05],
  ['without', 0.02],
  ['invalid', 0.005],
];
const checkedAtOnce = 20;
const refusingPart = 0.02;

/** The rows of a file, at least 40. Each number is called by one row, except those of refusing contacts, which have two. */
export function createRows(count: number, random: Random): Row[] {
  const atLeastOne = (part: number): number => Math.max(1, Math.round(count * part));
  const refusing = atLeastOne(refusingPart);
  const kinds: RowKind[] = Array.from({ length: count - refusing }, () => 'drawn');
  const place = (kind: RowKind, from: number, to: number): void => {
    for (;;) {
      const index = from + random.below(to - from);
      if (kinds[index] !== 'drawn') continue;
      kinds[index] = kind;
      return;
    }
  };
  // A refusing contact is called before its twin if it comes early.
  for (let n = 0; n < refusing; n++) place('refusing', 0, Math.floor(kinds.length / 2));
  for (const [kind, part] of parts) for (let n = 0; n < atLeastOne(part); n++) place(kind, checkedAtOnce, kinds.length);
  const rows = kinds.map((kind, index): Row => ({
    id: index + 1,
    kind,
    phoneNumber: kind === 'invalid' ? '' : `+1415${5_550_000 + index}`,
    callerId: random.pick(callerIds),
  }));
  const twins = rows.filter(({ kind }) => kind === 'refusing');
  return [...rows, ...twins.map((row, index): Row => ({ ...row, id: rows.length + index + 1, kind: 'twin' }))];
}

const simulator = (Scenario: SimulatorScenario, { ring, talk }: CallLength) => ({
  Integrations: { simulator: { Scenario, RingSeconds: ring, TalkSeconds: talk } },
});

/** The file as NDJSON. */
export const toFile = (rows: readonly Row[], length: CallLength): string =>
  rows.map((row) => `${JSON.stringify(toBody(row, length))}\n`).join('');

function toBody({ kind, phoneNumber, callerId }: Row, length: CallLength): Record<string, unknown> {
  const body = { ContactPhoneNumber: phoneNumber, CallerID: callerId };
  switch (kind) {
    case 'named':
      return { ...body, CampaignVariants: [namedVariant] };
    case 'without':
      return { ...body, CampaignVariants: [] };
    case 'refusing':
      return { ...body, Overrides: simulator('user_refusal', length) };
    default:
      return body;
  }
}

/** What the settings of the campaign have to do with its rows. */
export const createSettings = (length: CallLength, retryDelay: string) => ({
  DefaultCallerID: callerIds[0],
  CallerIDs: [...callerIds],
  JitterSeconds: 0,
  Variants: variants.map(({ id, weight, scenario }) => ({
    ID: id,
    Weight: weight,
    Overrides: simulator(scenario, length),
  })),
  Defaults: {
    ...simulator(scenarioWithoutVariant, length),
    Constraints: { MaxTotalCalls: 0 },
    // Nothing is shown by them, and encoding takes more time than anything else of such short calls.
    DisableRecording: true,
  },
  RetryRules: {
    // A provider that fails, or a worker that is lost.
    assistant_error: { Then: 'retry', Delays: [retryDelay] },
    left_voicemail: { Then: 'complete' },
  },
});

/** The scenario by which a row must be called, unless a weight decides. */
export function scenarioOf({ kind }: Row): SimulatorScenario | undefined {
  if (kind === 'refusing') return 'user_refusal';
  if (kind === 'without') return scenarioWithoutVariant;
  return kind === 'named' ? variants.find(({ id }) => id === namedVariant)?.scenario : undefined;
}
