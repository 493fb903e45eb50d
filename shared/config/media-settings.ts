import type { z } from 'zod';
import { hostOf, isLoopbackHost } from './loopback';

interface MediaSettings {
  MONGODB_URI: string;
  WORKER_QUEUES: readonly string[];
  WORKER_MEDIA_HOST: string;
  WORKER_MEDIA_ADVERTISE?: string | undefined;
}

const wildcards: readonly string[] = ['0.0.0.0', '::', '*'];

/** Reports an address for live audio at which an API process on another host would reach itself. */
export function checkMediaSettings(settings: MediaSettings, context: z.RefinementCtx): void {
  if (!isOnOtherHosts(settings) || !wildcards.includes(advertisedHost(settings))) return;
  const path = settings.WORKER_MEDIA_ADVERTISE === undefined ? 'WORKER_MEDIA_HOST' : 'WORKER_MEDIA_ADVERTISE';
  const message = 'Is no address that other hosts can connect to: set WORKER_MEDIA_ADVERTISE to one of this host.';
  context.addIssue({ code: 'custom', path: [path], message });
}

/** True if the worker offers live audio to its own host only, although other processes seem to run on other hosts. */
export const advertisesLoopbackOnly = (settings: MediaSettings): boolean =>
  isOnOtherHosts(settings) && isLoopbackHost(advertisedHost(settings));

/** A database on another host is a sign that the API runs on another host too. */
const isOnOtherHosts = ({ WORKER_QUEUES, MONGODB_URI }: MediaSettings): boolean =>
  WORKER_QUEUES.includes('calls') && !isLocalDatabase(MONGODB_URI);

function isLocalDatabase(uri: string): boolean {
  const [, hosts] = /^mongodb:\/\/(?:[^@/]*@)?([^/?]+)/.exec(uri) ?? [];
  return hosts !== undefined && hosts.split(',').every((host) => isLoopbackHost(hostOf(host)));
}

/** The advertised address may have a port, as `host:port` or `[host]:port`. */
function advertisedHost({ WORKER_MEDIA_HOST, WORKER_MEDIA_ADVERTISE }: MediaSettings): string {
  const address = WORKER_MEDIA_ADVERTISE ?? WORKER_MEDIA_HOST;
  const host = /^(?:\[.+\]|[^:]+):\d+$/.test(address) ? hostOf(address) : address;
  return host.replace(/^\[(.*)\]$/, '$1');
}
