import { z } from 'zod';
import { list } from './list';

/** The networks that place calls. */
export const callProviders = ['simulated', 'sip', 'asterisk', 'twilio'] as const;
export type CallProvider = (typeof callProviders)[number];

const nonEmpty = z.string().min(1);
const httpUrl = z.url({ protocol: /^https?$/, error: 'Expected an http or https URL.' });
const port = z.coerce.number().int().min(0).max(65_535);

const providers = list.pipe(
  z
    .array(z.enum(callProviders, `Expected some of ${callProviders.join(', ')}, separated by commas.`))
    .nonempty('Expected at least one provider.')
    .refine((names) => new Set(names).size === names.length, 'Names a provider twice.'),
);

/** `host`, `host:port`, `192.0.2.1`, `[2001:db8::1]:5060`. */
const advertised = z
  .string()
  .regex(
    /^(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?)(:\d{1,5})?$/,
    'Expected a host or host:port; an IPv6 address in brackets.',
  )
  .transform((text) => {
    const [, host = '', own] = /^(.*?)(?::(\d{1,5}))?$/.exec(text) ?? [];
    return { host: host.replace(/^\[(.*)\]$/, '$1'), ...(own === undefined ? {} : { port: Number(own) }) };
  })
  .refine((address) => (address.port ?? 1) >= 1 && (address.port ?? 1) <= 65_535, 'Expected a port from 1 to 65535.');

/** RTP uses an even port, and RTCP the next one (RFC 3550 section 11). */
const rtpPorts = z
  .string()
  .regex(/^\d{1,5}-\d{1,5}$/, 'Expected a range of ports such as 20000-20999.')
  .transform((text) => {
    const [from = 0, to = 0] = text.split('-').map(Number);
    return { from, to };
  })
  .refine(({ from, to }) => from >= 1_024 && from % 2 === 0 && to > from && to <= 65_535, {
    error: 'Expected a range of ports that begins with an even one from 1024 on, such as 20000-20999.',
    abort: true,
  });

/** Settings of the API and of the workers: the API has to know the trunks, and receives what Twilio sends. */
export const telephonySettings = {
  CALL_PROVIDER: providers.default(['simulated']),
  SIP_TRUNKS: nonEmpty.optional(),
  TWILIO_ACCOUNT_SID: z
    .string()
    .regex(/^AC[0-9a-f]{32}$/, 'Expected AC and 32 hexadecimal digits.')
    .optional(),
  TWILIO_AUTH_TOKEN: nonEmpty.optional(),
  TWILIO_BASE_URL: httpUrl.optional(),
  PUBLIC_URL: httpUrl.optional(),
};

/** Settings of the workers, which place the calls, or end those of a lost worker. */
export const lineSettings = {
  SIP_HOST: nonEmpty.default('0.0.0.0'),
  SIP_PORT: port.default(5_060),
  SIP_ADVERTISE: advertised.optional(),
  SIP_TLS_CA: nonEmpty.optional(),
  RTP_PORTS: rtpPorts.default({ from: 20_000, to: 20_999 }),
  ASTERISK_URL: httpUrl.optional(),
  ASTERISK_USER: nonEmpty.optional(),
  ASTERISK_PASSWORD: nonEmpty.optional(),
  ASTERISK_ENDPOINT: z
    .string()
    .refine(
      (text) => /\{(number|e164)\}/.test(text),
      'Expected an endpoint with {e164} or {number}, such as PJSIP/{e164}@carrier.',
    )
    .optional(),
};

type TelephonySettings = z.output<z.ZodObject<typeof telephonySettings>>;
type LineSettings = TelephonySettings & z.output<z.ZodObject<typeof lineSettings>>;

const required: Partial<Record<CallProvider, readonly string[]>> = {
  sip: ['SIP_TRUNKS'],
  asterisk: ['ASTERISK_URL', 'ASTERISK_USER', 'ASTERISK_PASSWORD', 'ASTERISK_ENDPOINT'],
  twilio: ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'PUBLIC_URL'],
};

/** Reports what a provider in the list lacks, of the settings that the process has. */
function checkRequired(settings: TelephonySettings, context: z.RefinementCtx, known: readonly string[]): void {
  const values = settings as Record<string, unknown>;
  for (const provider of settings.CALL_PROVIDER)
    for (const name of required[provider] ?? [])
      if (known.includes(name) && values[name] === undefined)
        context.addIssue({ code: 'custom', path: [name], message: `Is required for CALL_PROVIDER=${provider}.` });
  if (settings.CALL_PROVIDER.includes('twilio') && settings.PUBLIC_URL?.startsWith('http:') === true)
    context.addIssue({ code: 'custom', path: ['PUBLIC_URL'], message: 'Twilio sends calls to https only.' });
}

/** Checks the settings of the API. */
export const checkTelephonySettings = (settings: TelephonySettings, context: z.RefinementCtx): void =>
  checkRequired(settings, context, Object.keys(telephonySettings));

const wildcards: readonly string[] = ['0.0.0.0', '::'];
const portsPerCall = 2;

/** Checks the settings of a worker: those of the lines if it places calls, or ends those of a lost worker (queue `jobs`). */
export function checkLineSettings(
  settings: LineSettings & { WORKER_QUEUES: readonly string[]; WORKER_CALL_SLOTS: number },
  context: z.RefinementCtx,
): void {
  const { CALL_PROVIDER, SIP_HOST, SIP_ADVERTISE, RTP_PORTS, WORKER_CALL_SLOTS, WORKER_QUEUES } = settings;
  const places = WORKER_QUEUES.includes('calls');
  const usesLines = places || WORKER_QUEUES.includes('jobs');
  checkRequired(
    settings,
    context,
    Object.keys(usesLines ? { ...telephonySettings, ...lineSettings } : telephonySettings),
  );
  if (!usesLines || !CALL_PROVIDER.includes('sip')) return;
  const report = (name: string, message: string): void => context.addIssue({ code: 'custom', path: [name], message });
  if (SIP_ADVERTISE === undefined && wildcards.includes(SIP_HOST))
    report('SIP_ADVERTISE', `Is required while SIP_HOST is ${SIP_HOST}: carriers answer to this address.`);
  const calls = Math.floor((RTP_PORTS.to - RTP_PORTS.from + 1) / portsPerCall);
  if (places && calls < WORKER_CALL_SLOTS)
    report(
      'RTP_PORTS',
      `Has ports for ${calls} calls, and WORKER_CALL_SLOTS allows ${WORKER_CALL_SLOTS}: each needs two.`,
    );
}
