import { loadSettings, SettingsError } from '../../../../shared/config/load';
import { isLoopbackHost } from '../../../../shared/config/loopback';
import { advertisesLoopbackOnly } from '../../../../shared/config/media-settings';
import {
  apiSettingsSchema,
  workerSettingsSchema,
  type ApiSettings,
  type WorkerSettings,
} from '../../../../shared/config/settings.schema';
import type { Environment } from '../../settings';
import { failure, ok, warning, type Finding } from './finding';

/** The settings of both processes by the environment of the command. */
export interface CheckedSettings {
  /** Absent if they are invalid. */
  api: ApiSettings | undefined;
  worker: WorkerSettings | undefined;
  findings: Finding[];
}

/** Reads the settings as the processes do, and looks for those that are valid and dangerous. */
export function checkSettings(env: Environment): CheckedSettings {
  const read = <T>(Check: string, load: () => T): { value: T | undefined; finding: Finding } => {
    try {
      return { value: load(), finding: ok(Check, 'The settings are valid.') };
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      const problems = error.message
        .split('\n')
        .slice(1, -1)
        .map((line) => line.trim());
      return { value: undefined, finding: failure(Check, problems.join(' '), 'Correct them: .env.example.') };
    }
  };
  const api = read('Settings of the API', () => loadSettings(apiSettingsSchema, env));
  const worker = read('Settings of workers', () => loadSettings(workerSettingsSchema, env));
  return {
    api: api.value,
    worker: worker.value,
    findings: [
      api.finding,
      worker.finding,
      ...(api.value === undefined ? [] : risksOfApi(api.value)),
      ...(worker.value === undefined ? [] : risksOfWorker(worker.value)),
    ],
  };
}

function risksOfApi(settings: ApiSettings): Finding[] {
  const { HOST, PUBLIC_URL, WEBHOOK_ALLOWED_CIDRS, WEBHOOK_SHOW_PRIVATE_RESPONSES, AGENT_ALLOWED_CIDRS } = settings;
  const findings: Finding[] = [];
  if (PUBLIC_URL !== undefined && !PUBLIC_URL.startsWith('https:') && !isLoopbackHost(new URL(PUBLIC_URL).hostname))
    findings.push(
      warning(
        'PUBLIC_URL',
        'It is not https: keys and phone numbers travel in clear.',
        'Put TLS in front: docs/hardening.md.',
      ),
    );
  if (PUBLIC_URL === undefined && !isLoopbackHost(HOST))
    findings.push(
      warning(
        'PUBLIC_URL',
        'It is not set, so links in responses name HOST.',
        'Set it to the address that clients use.',
      ),
    );
  if (WEBHOOK_ALLOWED_CIDRS.length > 0 || AGENT_ALLOWED_CIDRS.length > 0)
    findings.push(
      warning(
        'Private networks',
        'Every organization can send requests to hosts in WEBHOOK_ALLOWED_CIDRS and AGENT_ALLOWED_CIDRS.',
        'Unset them unless all organizations trust each other.',
      ),
    );
  if (WEBHOOK_SHOW_PRIVATE_RESPONSES)
    findings.push(
      warning(
        'WEBHOOK_SHOW_PRIVATE_RESPONSES',
        'Organizations see what hosts of private networks answer.',
        'Set it to false.',
      ),
    );
  if (!settings.OUTDIAL_REQUIRE_BOUND_KEYS)
    findings.push(
      warning(
        'OUTDIAL_REQUIRE_BOUND_KEYS',
        'Jobs of earlier versions are accepted whose keys belong to no organization.',
        'Set it to true in a new deployment, in an old one after a rotation: docs/personal-data.md.',
      ),
    );
  return findings;
}

const risksOfWorker = (settings: WorkerSettings): Finding[] => [
  ...(advertisesLoopbackOnly(settings)
    ? [
        warning(
          'WORKER_MEDIA_HOST',
          'API processes on other hosts cannot reach the audio of calls.',
          'Set WORKER_MEDIA_ADVERTISE to an address of the worker: docs/live-calls.md.',
        ),
      ]
    : []),
  ...(settings.METRICS_PORT === 0
    ? [
        warning(
          'METRICS_PORT',
          'It is 0: nothing is measured, no alert fires, and workers answer no probe.',
          'Set it: docs/operations.md.',
        ),
      ]
    : []),
];
