import { z } from 'zod';
import { callStatuses } from './client';

/** Who answered, by Twilio's machine detection. */
export const answerers = [
  'human',
  'machine_start',
  'machine_end_beep',
  'machine_end_silence',
  'machine_end_other',
  'fax',
  'unknown',
] as const;
export type Answerer = (typeof answerers)[number];

/** Numbers are texts in a form. */
const wholeNumber = z.coerce.number().int().min(0);

const formSchema = z.object({
  CallSid: z.string().regex(/^CA[0-9a-f]{32}$/i),
  CallStatus: z.enum(callStatuses).optional().catch(undefined),
  SipResponseCode: wholeNumber.optional().catch(undefined),
  ErrorCode: wholeNumber.optional().catch(undefined),
  AnsweredBy: z.enum(answerers).optional().catch(undefined),
});

/** What a callback says of a call. It holds no number, so it may be sent and logged. */
export const callReportSchema = z.object({
  sid: z.string(),
  status: z.enum(callStatuses).optional(),
  sipCode: z.number().optional(),
  errorCode: z.number().optional(),
  answeredBy: z.enum(answerers).optional(),
});
export type CallReport = z.infer<typeof callReportSchema>;

/** Reads the form of a callback. Fields that are unknown or malformed are left out. @returns `undefined` without a call */
export function parseCallback(form: unknown): CallReport | undefined {
  const parsed = formSchema.safeParse(form);
  if (!parsed.success) return undefined;
  const { CallSid: sid, CallStatus: status, SipResponseCode, ErrorCode, AnsweredBy: answeredBy } = parsed.data;
  return {
    sid,
    ...(status && { status }),
    ...(SipResponseCode !== undefined && SipResponseCode > 0 && { sipCode: SipResponseCode }),
    ...(ErrorCode !== undefined && ErrorCode > 0 && { errorCode: ErrorCode }),
    ...(answeredBy && { answeredBy }),
  };
}
