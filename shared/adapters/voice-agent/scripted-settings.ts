/** The campaign's `Agent` settings that the scripted agent reads; other fields are left to other agents. */
export interface ScriptedAgentSettings {
  /** Said when the contact answers. */
  Greeting: string;
  /** Said one by one, each after the contact has spoken. */
  Lines: readonly string[];
  /** Said before hanging up. */
  Goodbye: string;
  /** Left on an answering machine; by default the greeting, an excuse and the goodbye. */
  Voicemail: string;
}

/** A refusal names the place inside the settings as a JSON pointer (`''` is the settings themselves). */
export type ScriptedAgentSettingsResult =
  { ok: true; value: ScriptedAgentSettings } | { ok: false; pointer: string; detail: string };

const defaults = {
  Greeting: 'Hello {{ContactName}}, this is Outdial calling.',
  Lines: [
    'I would like to confirm our appointment. Does the time still suit you?',
    'Thank you. Is there anything else we should know?',
  ],
  Goodbye: 'Thank you for your time. Goodbye.',
};
const excuse = 'I am sorry to have missed you.';

const refuse = (pointer: string, detail: string): ScriptedAgentSettingsResult => ({ ok: false, pointer, detail });

/** Checks a campaign's `Agent` settings and fills in what they leave out. */
export function parseScriptedAgentSettings(value: unknown): ScriptedAgentSettingsResult {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return refuse('', 'The agent settings must be an object.');
  }
  const given: Partial<Record<'Greeting' | 'Goodbye' | 'Voicemail' | 'Lines', unknown>> = value;
  for (const key of ['Greeting', 'Goodbye', 'Voicemail'] as const) {
    if (given[key] !== undefined && typeof given[key] !== 'string')
      return refuse(`/${key}`, `${key} must be a string.`);
  }
  const lines = given.Lines ?? defaults.Lines;
  if (!Array.isArray(lines)) return refuse('/Lines', 'Lines must be an array of strings.');
  const stranger = lines.findIndex((line) => typeof line !== 'string');
  if (stranger !== -1) return refuse(`/Lines/${stranger}`, 'A line must be a string.');
  const Greeting = stringOr(given.Greeting, defaults.Greeting);
  const Goodbye = stringOr(given.Goodbye, defaults.Goodbye);
  const Voicemail = stringOr(given.Voicemail, `${Greeting} ${excuse} ${Goodbye}`);
  return { ok: true, value: { Greeting, Lines: lines.map(String), Goodbye, Voicemail } };
}

function stringOr(value: unknown, fallback: string): string {
  return typeof value === 'string' ? value : fallback;
}
