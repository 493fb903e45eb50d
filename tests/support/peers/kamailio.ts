// cspell:ignore corex loadmodule maxfwd mpath siputils textops totag
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InstalledProgram } from '../../../tools/dev-stack/obtain/debian-packages';
import { testPort } from '../ports';
import { startPeer } from './start-peer';

/** A proxy of Kamailio in front of a telephone. */
export interface Kamailio {
  port: number;
  end(): Promise<void>;
}

/** Numbers that the proxy answers itself; it forwards all others. */
export const proxyNumbers = {
  unavailable: '+358401230001',
  limited: '+358401230002',
  unwanted: '+358401230003',
  moved: '+358401230004',
} as const;

const modules = ['sl', 'tm', 'rr', 'pv', 'maxfwd', 'siputils', 'textops', 'kex', 'corex'];

/** Stays in the path of each call (`Record-Route`), and answers the numbers of {@link proxyNumbers}. */
const configuration = (port: number, nextPort: number, modulePath: string): string => `
debug=1
log_stderror=yes
fork=yes
children=1
disable_tcp=yes
listen=udp:127.0.0.1:${port}
mpath="${modulePath}/"
${modules.map((name) => `loadmodule "${name}.so"`).join('\n')}
request_route {
  if (!mf_process_maxfwd_header("10")) { sl_send_reply("483", "Too Many Hops"); exit; }
  if (has_totag()) {
    if (loose_route()) { t_relay(); exit; }
    if (is_method("ACK")) { if (t_check_trans()) t_relay(); exit; }
    sl_send_reply("404", "Not here"); exit;
  }
  if (is_method("CANCEL")) { if (t_check_trans()) t_relay(); exit; }
  t_check_trans();
  if (is_method("INVITE")) record_route();
  if ($rU == "${proxyNumbers.moved}") {
    append_to_reply("Contact: <sip:${proxyNumbers.moved}@127.0.0.1:${nextPort}>\\r\\n");
    sl_send_reply("302", "Moved Temporarily"); exit;
  }
  if ($rU == "${proxyNumbers.unavailable}") { sl_send_reply("503", "Service Unavailable"); exit; }
  if ($rU == "${proxyNumbers.limited}") { append_to_reply("Retry-After: 5\\r\\n"); sl_send_reply("503", "CPS limit exceeded"); exit; }
  if ($rU == "${proxyNumbers.unwanted}") { sl_send_reply("607", "Unwanted"); exit; }
  $du = "sip:127.0.0.1:${nextPort}";
  t_relay();
}
`;

/** Where Debian has the modules: `usr/lib/<architecture>/kamailio/modules`. */
function modulePathIn(root: string): string {
  const libraries = join(root, 'usr/lib');
  const found = readdirSync(libraries, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(libraries, name, 'kamailio/modules'))
    .find((folder) => readdirSync(join(folder, '../..')).includes('kamailio'));
  if (found === undefined) throw new Error(`${libraries} has no modules of Kamailio.`);
  return found;
}

/** Starts Kamailio on loopback, in front of the telephone at `nextPort`. */
export async function startKamailio(kamailio: InstalledProgram, nextPort: number): Promise<Kamailio> {
  const folder = mkdtempSync(join(tmpdir(), 'outdial-kamailio-'));
  const port = await testPort();
  const file = join(folder, 'kamailio.cfg');
  writeFileSync(file, configuration(port, nextPort, modulePathIn(kamailio.root)));
  const args = ['-f', file, '-DD', '-E', '-w', folder, '-Y', folder, '-m', '16', '-M', '4'];
  const proxy = await startPeer(kamailio, { args, folder, port });
  return {
    port,
    end: async () => {
      await proxy.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
