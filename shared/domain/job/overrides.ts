import type { Constraints } from '../schedule/constraints';
import type { RedactionSettings } from './redaction';

/** Settings that a job may override; a campaign's `Defaults` have the same fields. */
export interface JobOverrides {
  HangUpIsOptOut?: boolean | undefined;
  DisableRecording?: boolean | undefined;
  MaxCallSeconds?: number | undefined;
  MaxRingSeconds?: number | undefined;
  Integrations?: Record<string, unknown> | undefined;
  Constraints?: Constraints | undefined;
  Redaction?: RedactionSettings | undefined;
  SST?: SpeechToTextSettings | undefined;
  /** The trunk, or the provider, that places the calls: `sip/main`, `asterisk`. */
  Trunk?: string | undefined;
}

/** Settings of speech to text, by the key name of the provider that they are for. */
export type SpeechToTextSettings = Record<
  string,
  { options?: { language?: string | undefined; keywords?: string[] | undefined } | undefined }
>;
