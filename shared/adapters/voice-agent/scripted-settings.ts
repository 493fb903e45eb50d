import { scriptLimits } from '../../domain/call/limits';

/** The campaign's `Agent` settings that the scripted agent reads. It ignores other fields. */
export interface ScriptedAgentSettings {
  /** Spoken when the contact answers. */
  Greeting: string;
  /** Spoken one by one, each after the contact has spoken. */
  Lines: readonly string[];
  /** Spoken before hanging up. */
  Goodbye: string;
  /** Message for an answering machine; by default the greeting, an apology and the goodbye. */
  Voicemail: string;
}

/** An error holds the JSON pointer of the invalid setting (`''` for the settings themselves). */
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
const apology = 'I am sorry to have missed you.';

const refuse = (pointer: string, detail: string): ScriptedAgentSettingsResult => ({ ok: false, pointer, detail });

/** Validates new `Agent` settings of a campaign: those that can be read, within {@link scriptLimits}. */
export function validateScriptedAgentSettings(value: unknown): ScriptedAgentSettingsResult {
  const parsed = parseScriptedAgentSettings(value);
  if (!parsed.ok) return parsed;
  const given = value as Partial<ScriptedAgentSettings>;
  const { Lines = [] } = given;
  if (Lines.length > scriptLimits.lines) return refuse('/Lines', `Lines has at most ${scriptLimits.lines} entries.`);
  const tooLong = [
    ...(['Greeting', 'Goodbye', 'Voicemail'] as const).map((key) => ({ pointer: `/${key}`, text: given[key] ?? '' })),
    ...Lines.map((text, index) => ({ pointer: `/Lines/${index}`, text })),
  ].find(({ text }) => text.length > scriptLimits.characters);
  return tooLong === undefined
    ? parsed
    : refuse(tooLong.pointer, `A text has at most ${scriptLimits.characters} characters.`);
}

/** Reads the `Agent` settings of a campaign and adds defaults. */
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
  const invalid = lines.findIndex((line) => typeof line !== 'string');
  if (invalid !== -1) return refuse(`/Lines/${invalid}`, 'A line must be a string.');
  const Greeting = stringOr(given.Greeting, defaults.Greeting);
  const Goodbye = stringOr(given.Goodbye, defaults.Goodbye);
  const Voicemail = stringOr(given.Voicemail, `${Greeting} ${apology} ${Goodbye}`);
  return { ok: true, value: { Greeting, Lines: lines.map(String), Goodbye, Voicemail } };
}

function stringOr(value: unknown, fallback: string): string {
  return typeof value === 'string' ? value : fallback;
}
