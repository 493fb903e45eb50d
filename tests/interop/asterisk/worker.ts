import {
  createAsteriskProvider,
  type AsteriskProviderDeps,
} from '../../../shared/adapters/telephony/asterisk/provider';
import type { DialRequest } from '../../../shared/adapters/telephony/telephony';

/** A process that dials one call and prints its events, until it is killed. */
async function main(): Promise<void> {
  const [access, request] = JSON.parse(process.argv[2] ?? '') as [AsteriskProviderDeps, DialRequest];
  const provider = createAsteriskProvider({ ...access, marginSeconds: 2 });
  const leg = await provider.dial(request);
  leg.onEvent((event) => console.log(JSON.stringify(event)));
  leg.onAudio(() => undefined);
}

void main();
