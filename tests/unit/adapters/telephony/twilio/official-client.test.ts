import { createRequire } from 'node:module';
import fc from 'fast-check';
import { signatureOf } from '../../../../../shared/adapters/telephony/twilio/signature';
import { startTwilioStandIn, type TwilioStandIn } from '../../../../support/twilio/stand-in';
import { until } from '../../../../support/until';

interface OfficialCall {
  sid: string;
  status: string;
  to: string;
}
interface OfficialClient {
  calls: {
    create(options: object): Promise<OfficialCall>;
    list(options: object): Promise<OfficialCall[]>;
  } & ((sid: string) => { fetch(): Promise<OfficialCall>; update(options: object): Promise<OfficialCall> });
}
/** The part of the package `twilio` that is used here. */
interface Official {
  (accountSid: string, authToken: string, options: object): OfficialClient;
  RequestClient: new () => { request(options: { uri: string }): Promise<unknown> };
  getExpectedTwilioSignature: (token: string, url: string, parameters: object) => string;
}

function loadOfficial(): Official | undefined {
  try {
    return createRequire(__filename)('twilio') as Official;
  } catch {
    return undefined;
  }
}

// The package is a development dependency: where it is not installed, only these comparisons are skipped.
const official = loadOfficial();
const compare = official === undefined ? describe.skip : describe;

compare('the official package twilio', () => {
  let twilio: TwilioStandIn;
  beforeAll(async () => {
    twilio = await startTwilioStandIn(() => ({ phone: { does: 'no_answer' } }));
  });
  afterAll(() => twilio.close());

  it('signs as we do', () => {
    const value = fc.oneof(fc.string(), fc.array(fc.string(), { minLength: 2 }));
    const name = fc.string({ minLength: 1 }).filter((text) => text !== '__proto__');
    const url = fc.webUrl({ withQueryParameters: true });
    fc.assert(
      fc.property(fc.string(), url, fc.dictionary(name, value), (token, signed, form) => {
        expect(signatureOf(token, signed, form)).toBe(official!.getExpectedTwilioSignature(token, signed, form));
      }),
    );
  });

  it('gets along with the stand-in: the call that it creates is found, fetched and canceled', async () => {
    // It has no setting for the address of the API.
    class Client extends official!.RequestClient {
      override request(options: { uri: string }): Promise<unknown> {
        return super.request({ ...options, uri: options.uri.replace('https://api.twilio.com', twilio.url) });
      }
    }
    const client = official!(twilio.accountSid, twilio.authToken, { httpClient: new Client() });
    const [to, from] = ['+358401234567', '+358409876543'];
    const twiml = '<Response><Connect><Stream url="wss://example.com/media"/></Connect></Response>';
    const statusCallback = 'http://127.0.0.1:1/status';
    const events = { statusCallback, statusCallbackEvent: ['initiated', 'completed'] };
    const created = await client.calls.create({ to, from, twiml, timeout: 45, timeLimit: 600, ...events });
    expect(created).toMatchObject({ status: 'queued', to });
    await until(
      () => client.calls(created.sid).fetch(),
      ({ status }) => status === 'ringing',
    );
    expect((await client.calls.list({ to, from, pageSize: 20 })).map(({ sid }) => sid)).toEqual([created.sid]);
    expect(await client.calls(created.sid).update({ status: 'canceled' })).toMatchObject({ status: 'canceled' });
    expect(twilio.problems).toEqual([]);
  });
});
