import type { Browser } from 'playwright-core';
import { createMongo, type Mongo } from '../../../shared/adapters/mongo/client';
import { createKeys } from '../../../shared/adapters/mongo/keys';
import { createStore, type Store } from '../../../shared/application/store';
import type { Scope } from '../../../shared/domain/access/scope';
import { startChromium } from '../../support/browser';
import { createCaller } from '../../support/caller';
import { signInToConsole, type ConsoleOptions, type ConsoleTab } from '../../support/console';
import { connectLiveEnv, sharedLiveService, type LiveEnv, type LiveService } from '../../support/live-env';
import { testKeys } from '../../support/master-keys';

/** One browser and one organization of the shared service, for all tests of the console. */
export interface ConsoleStack {
  browser: Browser;
  url: string;
  env: LiveEnv;
  orgId: string;
  service: LiveService;
  /** The service's own database. */
  store: Store;
  mongo: Mongo;
  /** Opens the console, signed in with a key: one that may do everything, unless another is given. */
  signIn: (options?: { key?: string; url?: string; path?: string } & ConsoleOptions) => Promise<ConsoleTab>;
  createKey: (name: string, scopes: readonly Scope[]) => Promise<string>;
  end: () => Promise<void>;
}

/** Starts the browser, and creates an organization: what other tests do in theirs is not seen. */
export async function startConsoleStack(chromium: string): Promise<ConsoleStack> {
  const service = sharedLiveService();
  const url = service.urls[0]!;
  const mongo = createMongo(service.database);
  const store = createStore(mongo.db, createKeys(mongo.db, testKeys));
  const [browser, { key, orgId }] = await Promise.all([startChromium(chromium), createCaller(url, store, {})]);
  const env = await connectLiveEnv({ ...service, key });
  return {
    browser,
    url,
    env,
    orgId,
    service,
    store,
    mongo,
    signIn: (options = {}) => signInToConsole(browser, { url, key, ...options }),
    createKey: async (Name, Scopes) =>
      (await env.request<{ Key: string }>('POST', '/api-keys', { Name, Scopes })).body.Key,
    end: async () => {
      await browser.close();
      await mongo.close();
    },
  };
}
