import { type SimulatorScenario, simulatorScenarios } from './scenarios';

/** `Integrations.simulator` of a job. Every field is optional. */
export interface SimulatorSettings {
  Scenario?: SimulatorScenario;
  /** Seconds of ringing until the contact answers or the phone stops ringing. */
  RingSeconds?: number;
  /** Approximate seconds of conversation. */
  TalkSeconds?: number;
}

/** An error holds the JSON pointer of the invalid setting (`''` for the settings themselves). */
export type SimulatorSettingsResult =
  { ok: true; value: SimulatorSettings } | { ok: false; pointer: string; detail: string };

const bounds = {
  RingSeconds: { min: 0, max: 600 },
  TalkSeconds: { min: 0.1, max: 7200 },
} as const;
const known = ['Scenario', ...Object.keys(bounds)];

const refuse = (pointer: string, detail: string): SimulatorSettingsResult => ({ ok: false, pointer, detail });

/** Validates `Integrations.simulator`. Absent settings are valid. */
export function parseSimulatorSettings(value: unknown): SimulatorSettingsResult {
  if (value === undefined) return { ok: true, value: {} };
  if (!isRecord(value)) return refuse('', 'The simulator settings must be an object.');
  const unknown = Object.keys(value).find((key) => !known.includes(key));
  if (unknown !== undefined) {
    return refuse(`/${escapePointer(unknown)}`, `Unknown simulator setting; known settings are ${known.join(', ')}.`);
  }
  const settings: SimulatorSettings = {};
  const scenario = value['Scenario'];
  if (scenario !== undefined) {
    const found = simulatorScenarios.find((name) => name === scenario);
    if (!found) return refuse('/Scenario', `Unknown scenario; known scenarios are ${simulatorScenarios.join(', ')}.`);
    settings.Scenario = found;
  }
  for (const key of ['RingSeconds', 'TalkSeconds'] as const) {
    const seconds = value[key];
    if (seconds === undefined) continue;
    const { min, max } = bounds[key];
    if (typeof seconds !== 'number' || !(seconds >= min && seconds <= max)) {
      return refuse(`/${key}`, `${key} must be a number of seconds from ${min} to ${max}.`);
    }
    settings[key] = seconds;
  }
  return { ok: true, value: settings };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function escapePointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
