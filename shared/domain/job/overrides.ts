import type { Constraints } from '../schedule/constraints';
import type { RedactionSettings } from './redaction';

/** Settings of a campaign that a job may set for itself; a campaign's `Defaults` have the same shape. */
export interface JobOverrides {
  HangUpIsOptOut?: boolean | undefined;
  DisableRecording?: boolean | undefined;
  MaxCallSeconds?: number | undefined;
  MaxRingSeconds?: number | undefined;
  Integrations?: Record<string, unknown> | undefined;
  Constraints?: Constraints | undefined;
  Redaction?: RedactionSettings | undefined;
  SST?:
    | Record<string, { options?: { language?: string | undefined; keywords?: string[] | undefined } | undefined }>
    | undefined;
}
