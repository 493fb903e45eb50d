import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { SettingsError } from '../../config/load';
import type { CallProvider } from '../../config/telephony-settings';
import type { Trunk } from '../../domain/campaign/trunk';

/** What all processes read of a trunk in the file: the provider `sip` reads and checks the rest, with its secrets. */
const trunksFile = z
  .array(
    z.looseObject({
      Name: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,49}$/),
      Disabled: z.boolean().optional(),
      CallerIDs: z.array(z.string()).nonempty().optional(),
      MaxCalls: z.number().int().min(1).optional(),
      CallsPerSecond: z.number().positive().optional(),
    }),
  )
  .nonempty()
  .refine((trunks) => new Set(trunks.map(({ Name }) => Name)).size === trunks.length, 'Two trunks have one name.');

/** The message holds nothing of the file but names of fields. */
const invalid = (problem: string, cause?: unknown): SettingsError =>
  new SettingsError(`Invalid settings:\n  SIP_TRUNKS: ${problem}`, { cause });

/** The trunks of the file `SIP_TRUNKS`, by their own names. @throws {SettingsError} */
export function readTrunksFile(path: string): Trunk[] {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'it is no JSON';
    throw invalid(`The file cannot be read (${code}).`, error);
  }
  const parsed = trunksFile.safeParse(content);
  if (!parsed.success) {
    const fields = parsed.error.issues.map(({ path: at, message }) => `${at.join('.') || 'the file'}: ${message}`);
    throw invalid(`The file is wrong. ${fields.join(' ')}`);
  }
  return parsed.data.map(({ Name: name, Disabled: disabled, CallerIDs: callerIds, MaxCalls, CallsPerSecond }) => ({
    name,
    disabled,
    callerIds,
    pacing: {
      MaxConcurrentCalls: MaxCalls,
      MaxCallsPerMinute: CallsPerSecond === undefined ? undefined : CallsPerSecond * 60,
    },
  }));
}

/**
 * The trunks of an installation by its settings, for a process that places no calls.
 * @throws {SettingsError}
 */
export const configuredTrunks = (settings: {
  CALL_PROVIDER: readonly CallProvider[];
  SIP_TRUNKS?: string | undefined;
}): Trunk[] =>
  settings.CALL_PROVIDER.flatMap((provider) =>
    provider === 'sip' && settings.SIP_TRUNKS !== undefined
      ? readTrunksFile(settings.SIP_TRUNKS).map((trunk) => ({ ...trunk, name: `sip/${trunk.name}` }))
      : [{ name: provider }],
  );
