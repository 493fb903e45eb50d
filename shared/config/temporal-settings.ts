import type { z } from 'zod';
import { hostOf, isLoopbackHost } from './loopback';

/** Connection settings of Temporal: a local server, a cluster or Temporal Cloud. */
export interface TemporalSettings {
  TEMPORAL_ADDRESS: string;
  TEMPORAL_NAMESPACE: string;
  TEMPORAL_API_KEY?: string | undefined;
  TEMPORAL_TLS?: boolean | undefined;
  /** Files in PEM: the client's certificate and private key for mTLS, and the authority that signed the server's. */
  TEMPORAL_TLS_CERT?: string | undefined;
  TEMPORAL_TLS_KEY?: string | undefined;
  TEMPORAL_TLS_CA?: string | undefined;
  /** The name in the server's certificate, if it is not that of the address. */
  TEMPORAL_TLS_SERVER_NAME?: string | undefined;
}

const fileSettings = ['TEMPORAL_TLS_CERT', 'TEMPORAL_TLS_KEY', 'TEMPORAL_TLS_CA', 'TEMPORAL_TLS_SERVER_NAME'] as const;

/** Reports settings of Temporal that contradict each other, or would send the API key in clear over a network. */
export function checkTemporalSettings(settings: TemporalSettings, context: z.RefinementCtx): void {
  const report = (path: keyof TemporalSettings, message: string): void =>
    context.addIssue({ code: 'custom', path: [path], message });
  const { TEMPORAL_TLS, TEMPORAL_TLS_CERT, TEMPORAL_TLS_KEY } = settings;
  if (TEMPORAL_TLS === false) {
    for (const name of fileSettings)
      if (settings[name] !== undefined) report(name, 'Has no effect with TEMPORAL_TLS=false: unset one of the two.');
    if (settings.TEMPORAL_API_KEY !== undefined && !isLoopbackHost(hostOf(settings.TEMPORAL_ADDRESS)))
      report('TEMPORAL_TLS', 'TEMPORAL_API_KEY would be sent unencrypted: only a loopback address allows that.');
  }
  if (TEMPORAL_TLS_CERT !== undefined && TEMPORAL_TLS_KEY === undefined)
    report('TEMPORAL_TLS_KEY', 'Is required with TEMPORAL_TLS_CERT.');
  if (TEMPORAL_TLS_KEY !== undefined && TEMPORAL_TLS_CERT === undefined)
    report('TEMPORAL_TLS_CERT', 'Is required with TEMPORAL_TLS_KEY.');
}
