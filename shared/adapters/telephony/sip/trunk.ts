import { z } from 'zod';
import type { Trunk } from '../../../domain/campaign/trunk';
import { writeNameAddr } from './message/headers';
import { parseSipUri, telephoneUri, writeSipUri } from './message/uri';
import { isAddressOrNetwork } from './transport/network';
import type { TransportKind } from './transport/types';

/** A password, or the name of the variable of the environment that holds it: `$env:NAME`. */
const secret = z.string().min(1).max(200);
const envReference = /^\$env:([A-Za-z_][A-Za-z0-9_]*)$/;

/** A host, with a port if it is not the usual one. */
const sipAddress = z
  .string()
  .max(300)
  .refine(isAddress, 'Is no address such as sip:carrier.example, sip:192.0.2.1:5070 or sip:[2001:db8::1].');

export const trunkSchema = z
  .strictObject({
    /** How campaigns and calls name the trunk. */
    Name: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,49}$/),
    /** Where the carrier takes calls: `sip:HOST` or `sip:HOST:PORT`. A host without a port is looked up by SRV (RFC 3263). */
    URI: sipAddress,
    Transport: z.enum(['udp', 'tcp', 'tls']).default('udp'),
    /** An outbound proxy through which all requests go, as `URI`. */
    Proxy: sipAddress.optional(),
    /**
     * More addresses of the carrier, IP addresses or networks: strangers do not keep out their connections, and they may ask for
     * the credentials.
     */
    Addresses: z
      .array(z.string().refine(isAddressOrNetwork, 'Is no address such as 192.0.2.1 or 192.0.2.0/24.'))
      .max(200)
      .optional(),
    /** The organizations that may use the trunk, by their IDs. Absent: all. */
    Organizations: z.array(z.string().min(1).max(100)).nonempty().optional(),
    Username: z.string().min(1).max(200).optional(),
    Password: secret.optional(),
    /** The caller ids, in E.164, that the carrier lets us use. Absent: any. */
    CallerIDs: z
      .array(z.string().regex(/^\+[1-9]\d{5,14}$/))
      .nonempty()
      .optional(),
    /** How numbers are written: `+14155550123` or `14155550123`. */
    NumberFormat: z.enum(['e164', 'digits']).default('e164'),
    /** The domain of `From`. Absent: that of `URI`. */
    FromDomain: z
      .string()
      .regex(/^[A-Za-z0-9.-]{1,253}$/)
      .optional(),
    /** How many calls at once the trunk takes. Absent: any. */
    MaxCalls: z.int().min(1).max(10_000).optional(),
    CallsPerSecond: z.number().positive().max(1_000).optional(),
    SRTP: z.enum(['off', 'optional', 'required']).default('off'),
    Codecs: z
      .array(z.enum(['PCMU', 'PCMA']))
      .nonempty()
      .default(['PCMU', 'PCMA']),
    /** Seconds after which a call that the other side does not confirm is over (RFC 4028); 0 to ask for none. */
    SessionTimer: z.union([z.literal(0), z.int().min(90).max(86_400)]).default(1_800),
    /** Seconds between two OPTIONS that ask whether the trunk is there; 0 for none. */
    HealthCheck: z.union([z.literal(0), z.int().min(5).max(3_600)]).default(30),
    /** A disabled trunk takes no calls. */
    Disabled: z.boolean().default(false),
  })
  .refine(({ Username, Password }) => (Username === undefined) === (Password === undefined), {
    message: 'Username and Password go together.',
    path: ['Password'],
  })
  .refine(({ SRTP, Transport }) => SRTP === 'off' || Transport === 'tls', {
    message: 'The keys of SRTP are sent in clear unless Transport is tls.',
    path: ['SRTP'],
  });

/** A line of a carrier, as the file of trunks has it. */
export type SipTrunk = z.infer<typeof trunkSchema>;

export const trunksSchema = z
  .array(trunkSchema)
  .nonempty()
  .refine((trunks) => new Set(trunks.map(({ Name }) => Name)).size === trunks.length, 'Two trunks have one name.');

/** A file of trunks is wrong. */
export class TrunksError extends Error {
  override name = 'TrunksError';
}

/**
 * Reads a file of trunks: a JSON array. References to the environment stay as they are.
 * @throws {TrunksError} that names every field that is wrong, and no secret
 */
export function parseTrunks(json: string): SipTrunk[] {
  let content: unknown;
  try {
    content = JSON.parse(json);
  } catch {
    throw new TrunksError('The file of trunks is no JSON.');
  }
  const parsed = trunksSchema.safeParse(content);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'the file'}: ${message}`);
  throw new TrunksError(`The file of trunks is invalid. ${issues.join(' ')}`);
}

/** Finds a variable of the environment. */
export type FindVariable = (name: string) => string | undefined;

/** Replaces the references of trunks to the environment. @throws {TrunksError} if it lacks one */
export const withSecrets = (trunks: readonly SipTrunk[], find: FindVariable): SipTrunk[] =>
  trunks.map((trunk) => withSecret(trunk, find));

function withSecret(trunk: SipTrunk, find: FindVariable): SipTrunk {
  const [, name] = envReference.exec(trunk.Password ?? '') ?? [];
  if (name === undefined) return trunk;
  const Password = find(name);
  if (Password === undefined) throw new TrunksError(`Trunk ${trunk.Name}: the environment has no ${name}.`);
  return { ...trunk, Password };
}

/** What campaigns and limits know of a trunk. */
export const toTrunk = ({ Name, Disabled, CallerIDs, Organizations, MaxCalls, CallsPerSecond }: SipTrunk): Trunk => ({
  name: Name,
  disabled: Disabled,
  callerIds: CallerIDs,
  organizations: Organizations,
  pacing: {
    MaxConcurrentCalls: MaxCalls,
    MaxCallsPerMinute: CallsPerSecond === undefined ? undefined : Math.max(1, Math.floor(CallsPerSecond * 60)),
  },
});

function isAddress(text: string): boolean {
  try {
    const { scheme, user, params, headers } = parseSipUri(text);
    return scheme === 'sip' && user === undefined && headers === undefined && Object.keys(params).length === 0;
  } catch {
    return false;
  }
}

/** Where requests to a trunk go first: a host that is looked up unless it has a port, and the transport. */
export function addressOf({ URI, Proxy, Transport }: Pick<SipTrunk, 'URI' | 'Proxy' | 'Transport'>): {
  host: string;
  port?: number;
  transport: TransportKind;
} {
  const { host, port } = parseSipUri(Proxy ?? URI);
  return { host, transport: Transport, ...(port === undefined ? {} : { port }) };
}

/** The Request-URI of a call (RFC 3261 section 8.1.1.1): the number at the trunk. @param number E.164 */
export function requestUriOf(trunk: SipTrunk, number: string): string {
  const { scheme, host, port } = parseSipUri(trunk.URI);
  const params = transportParams(trunk);
  return telephoneUri(formatNumber(trunk, number), { scheme, host, params, ...(port === undefined ? {} : { port }) });
}

/** The value of `From` of a call. @param number E.164 */
export function fromOf(trunk: SipTrunk, number: string, tag: string): string {
  const host = trunk.FromDomain ?? parseSipUri(trunk.URI).host;
  const uri = writeSipUri({ scheme: 'sip', user: formatNumber(trunk, number), host, params: {} });
  return writeNameAddr({ uri, params: { tag } });
}

/** The values of `Route` that every call of a trunk begins with: its proxy, which routes loosely. */
export function initialRouteOf(trunk: SipTrunk): string[] {
  if (trunk.Proxy === undefined) return [];
  const proxy = parseSipUri(trunk.Proxy);
  return [writeNameAddr({ uri: writeSipUri({ ...proxy, params: { ...transportParams(trunk), lr: '' } }) })];
}

const transportParams = ({ Transport }: SipTrunk): Record<string, string> =>
  Transport === 'udp' ? {} : { transport: Transport };

/** Only digits and `+` of a number are ever written. */
const formatNumber = ({ NumberFormat }: SipTrunk, number: string): string => {
  const digits = number.replace(/\D/g, '');
  return NumberFormat === 'digits' ? digits : `+${digits}`;
};
