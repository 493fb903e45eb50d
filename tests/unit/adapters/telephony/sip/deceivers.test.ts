import { headerOf } from '../../../../../shared/adapters/telephony/sip/message/headers';
import { sdp } from '../../../../support/telephony/test-uas';
import { useCalls } from './call-env';

describe('a peer that deceives', () => {
  const { dial, answers } = useCalls();
  it('gets an answer to a re-INVITE whose contact cannot be read', async () => {
    const { leg, call, reach } = await dial(answers);
    await reach('answered');
    const answer = call.request('INVITE', {
      headers: [{ name: 'Contact', value: '*' }],
      body: sdp(4_010, 'sendonly', 2),
    });
    const got = await Promise.race([
      answer.then(({ status }) => status),
      new Promise((r) => setTimeout(r, 2_000, 'nothing in 2 s')),
    ]);
    void leg.hangUp();
    expect([200, 400]).toContain(got);
  });
  it('gets no digest of the trunk’s password if the INVITE was not challenged', async () => {
    const seen: (string | undefined)[] = [];
    const { leg, call, reach } = await dial(answers, {
      trunk: { Username: 'outdial', Password: 'secret-of-the-trunk' },
    });
    await reach('answered');
    call.onRequest = (request, respond) => {
      if (request.method !== 'BYE') return;
      const credentials = headerOf(request, 'Authorization');
      seen.push(credentials);
      if (credentials === undefined)
        respond(401, [{ name: 'WWW-Authenticate', value: 'Digest realm="callee", nonce="x"' }]);
      else respond(200);
    };
    await leg.hangUp();
    expect(seen.filter(Boolean)).toEqual([]);
  });
});
