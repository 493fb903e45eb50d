import { createSecretBox } from '../../../../shared/adapters/crypto/secret-box';
import {
  createAgentHeaders,
  withoutSealedHeaders,
} from '../../../../shared/adapters/voice-agent/media-streams/headers';
import { findAgentProblems } from '../../../../shared/adapters/voice-agent/agent-settings';
import { parseTwiml } from '../../../../shared/adapters/voice-agent/media-streams/twiml';

const closed = { allowedCidrs: [], allowedPorts: [443, 8443] };
const local = { allowedCidrs: ['127.0.0.0/8'], allowedPorts: 'any' as const };
const pointers = (agent: Record<string, unknown>, networks: Parameters<typeof findAgentProblems>[1] = closed) =>
  findAgentProblems(agent, networks).map(({ pointer }) => pointer.replace('/Agent', ''));

describe('the settings of an agent with a URL', () => {
  it('are an encrypted URL, headers and parameters', () => {
    const options = { Headers: { Authorization: 'Bearer x' }, Parameters: { language: 'en' } };
    expect(pointers({ URL: 'wss://agent.example.com/twilio?x=1', ...options })).toEqual([]);
    expect(pointers({ TwimlURL: 'https://agent.example.com:8443/twiml', ...options, Greeting: 'Hello.' })).toEqual([]);
  });

  it.each<[Record<string, unknown>, string]>([
    [{ URL: 1 }, '/URL'],
    [{ URL: 'agent.example.com' }, '/URL'],
    [{ URL: 'https://agent.example.com' }, '/URL'],
    [{ URL: 'ws://agent.example.com' }, '/URL'],
    [{ URL: 'wss://user:password@agent.example.com' }, '/URL'],
    [{ URL: 'wss://agent.example.com/#x' }, '/URL'],
    [{ URL: 'wss://agent.example.com:6379' }, '/URL'],
    [{ URL: 'wss://127.0.0.1' }, '/URL'],
    [{ URL: 'wss://[::ffff:10.0.0.1]' }, '/URL'],
    [{ URL: 'wss://169.254.169.254/latest' }, '/URL'],
    [{ TwimlURL: 'wss://agent.example.com' }, '/TwimlURL'],
    [{ URL: 'wss://agent.example.com', TwimlURL: 'https://agent.example.com' }, '/TwimlURL'],
    [{ URL: 'wss://agent.example.com', Parameter: {} }, '/Parameter'],
    [{ Url: 'wss://agent.example.com' }, '/Url'],
    [{ Headers: { Authorization: 'Bearer x' } }, '/Headers'],
    [{ Greeting: 'Hello.', Parameters: {} }, '/Parameters'],
    [{ 'a/b~c': 1 }, '/a~1b~0c'],
    [{ URL: 'wss://agent.example.com', Parameters: { one: 1 } }, '/Parameters'],
    [{ URL: 'wss://agent.example.com', Headers: { Host: 'x' } }, '/Headers/Host'],
    [{ URL: 'wss://agent.example.com', Headers: { 'Sec-WebSocket-Key': 'x' } }, '/Headers/Sec-WebSocket-Key'],
  ])('are refused otherwise: %j', (agent, pointer) => {
    expect(pointers(agent)).toEqual([pointer]);
  });

  it('may name an unencrypted URL in the networks of the operator only', () => {
    expect(pointers({ URL: 'ws://127.0.0.1:7860/ws' }, local)).toEqual([]);
    expect(pointers({ URL: 'ws://agent.internal' }, local)).toEqual([]);
    expect(pointers({ URL: 'ws://93.184.216.34' }, local)).toEqual(['/URL']);
    expect(pointers({ URL: 'wss://93.184.216.34' }, local)).toEqual([]);
    expect(pointers({ URL: 'wss://10.0.0.1' }, local)).toEqual(['/URL']);
  });
});

describe('the headers of an agent', () => {
  const headers = createAgentHeaders(createSecretBox(() => Promise.resolve(Buffer.alloc(32, 7))));
  const URL = 'wss://agent.example.com/one';
  const secret = 'Bearer 0123456789-2468';
  const seal = async (agent: Record<string, unknown>, stored?: Record<string, unknown>) => {
    const sealed = await headers.seal('org_1', agent, stored);
    return sealed.ok ? sealed.agent : sealed.problems;
  };

  it('are stored sealed and shown masked', async () => {
    const stored = (await seal({ URL, Headers: { Authorization: secret } })) as Record<string, unknown>;
    expect(JSON.stringify(stored)).not.toContain('0123456789');
    expect(withoutSealedHeaders({ Agent: stored }).Agent).toEqual({ URL, Headers: { Authorization: '***2468' } });
    expect(await headers.open('org_1', stored)).toEqual({ Authorization: secret });
  });

  it('stay as they are if a client sends back what it was shown', async () => {
    const stored = (await seal({ URL, Headers: { Authorization: secret } })) as Record<string, unknown>;
    const changed = { URL: 'wss://agent.example.com/two', Headers: { Authorization: '***2468', Extra: 'short' } };
    const after = (await seal(changed, stored)) as Record<string, unknown>;
    expect(await headers.open('org_1', after)).toEqual({ Authorization: secret, Extra: 'short' });
  });

  it('never go to another origin, and cannot be given sealed', async () => {
    const stored = (await seal({ URL, Headers: { Authorization: secret } })) as Record<string, unknown>;
    const elsewhere = { URL: 'wss://thief.example.com', Headers: { Authorization: '***2468' } };
    expect(await seal(elsewhere, stored)).toMatchObject([{ pointer: '/Headers/Authorization' }]);
    const { SealedHeaders } = stored;
    expect(await seal({ URL: 'wss://thief.example.com', SealedHeaders }, stored)).toMatchObject([
      { pointer: '/SealedHeaders' },
    ]);
    await expect(headers.open('org_1', { ...elsewhere, SealedHeaders })).rejects.toThrow();
    await expect(headers.open('org_2', stored)).rejects.toThrow();
  });
});

describe('the answer of a TwimlURL', () => {
  const stream = (inside: string): string =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<Response>\n  <Connect>${inside}</Connect>\n</Response>`;

  it('is a stream with parameters', () => {
    const parameters = '<Parameter name="id" value="a&amp;b"/><Parameter name="empty" value=""></Parameter>';
    const xml = stream(`<Stream url="wss://agent.example.com/s?a=1&amp;b=2" name="one">${parameters}</Stream>`);
    expect(parseTwiml(xml)).toEqual({
      ok: true,
      value: { url: 'wss://agent.example.com/s?a=1&b=2', parameters: { id: 'a&b', empty: '' } },
    });
  });

  it.each([
    ['', 'It has no <Stream>.'],
    ['<html>', 'not supported here'],
    ['<Response/>', 'It has no <Stream>.'],
    [stream(''), 'It has no <Stream>.'],
    [stream('<Stream/>'), 'lacks the attribute url'],
    [stream('<Stream url="wss://a"/><Stream url="wss://b"/>'), 'more than one <Stream>'],
    [stream('<Stream url="wss://a" track="both_tracks"/>'), 'track="both_tracks" is not supported'],
    [stream('<Stream url="wss://a" statusCallback="https://a"/>'), 'statusCallback'],
    [stream('<Stream url="wss://a">text</Stream>'), 'Text is not allowed.'],
    [stream('<Stream url="wss://a"><Parameter name="x"/></Stream>'), 'lacks the attribute value'],
    [stream('<Stream url="wss://a"/>') + stream(''), 'more than one <Response>'],
    ['<Response><Say>Hello</Say><Connect><Stream url="wss://a"/></Connect></Response>', '<Say> is not supported'],
    ['<Response><Stream url="wss://a"/></Response>', '<Stream> is not supported'],
    ['<!DOCTYPE r [<!ENTITY x "y">]><Response/>', 'DOCTYPE'],
    [stream('<Stream url="wss://a">&undefined;</Stream>'), 'valid XML'],
    ['<constructor/>', '<constructor> is not supported'],
    ['<Response><Connect action="https://a/?to=+4915112345678"/></Response>', 'The attribute action is not supported'],
  ])('is refused if it is anything else: %s', (xml, why) => {
    const parsed = parseTwiml(xml);
    expect(parsed).toMatchObject({ ok: false });
    expect(parsed.ok ? '' : parsed.detail).toContain(why);
  });
});
