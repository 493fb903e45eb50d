import { createHash } from 'node:crypto';

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

/** The `CallSid` of a call, in Twilio's format: `CA` and 32 hexadecimal digits. */
export const callSidOf = (callId: string): string => `CA${hashOf(callId)}`;

/** The `AccountSid` of an organization, in Twilio's format: `AC` and 32 hexadecimal digits. */
export const accountSidOf = (orgId: string): string => `AC${hashOf(orgId)}`;

/** The `StreamSid` of one websocket of a call. @param stream from 1; the one after a reconnect is 2 */
export const streamSidOf = (callId: string, stream: number): string => `MZ${hashOf(`${callId}/${stream}`)}`;
