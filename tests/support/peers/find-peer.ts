import { obtainDebianProgram, type InstalledProgram } from '../../../tools/dev-stack/obtain/debian-packages';
import { NotObtainableError } from '../../../tools/dev-stack/obtain/resolution';
import { sipPeers } from '../../../tools/dev-stack/obtain/sip-peers';
import { testToolbox } from '../processes';

/** Finds a peer, or says in the output of the tests that it is not tested against, and why. */
export async function findPeer(name: keyof typeof sipPeers): Promise<InstalledProgram | undefined> {
  try {
    return await obtainDebianProgram(testToolbox(), sipPeers[name]);
  } catch (error) {
    if (!(error instanceof NotObtainableError)) throw error;
    console.warn(`SKIPPED: nothing is tested against ${name}: ${error.message}`);
    return undefined;
  }
}

/** How long obtaining the peers of a file may take, in ms: a download once, and the start of the programs. */
export const peersWithinMs = 180_000;
