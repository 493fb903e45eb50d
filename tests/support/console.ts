import type { Browser, BrowserContext, Page } from 'playwright-core';
import { until } from './until';

/** A browser that is signed in to the console, and what its pages complained of. */
export interface ConsoleTab {
  page: Page;
  context: BrowserContext;
  /** Opens a page of the console by its path, and waits for its title. */
  open: (path: string, heading: string | RegExp) => Promise<void>;
  /** Errors of the console and the page, violations of its policy, and requests to other hosts. */
  complaints: string[];
}

/**
 * A refused sign-in and a missing session are answers that the page shows, and so is a webhook that another test has just deleted; the
 * browser reports them all the same.
 */
const isExpected = (text: string, url: string): boolean =>
  (text.includes('401 (Unauthorized)') && /\/(me|session)(\?.*)?$/.test(url)) ||
  (text.includes('404 (Not Found)') && url.includes('/webhooks/webhook_'));

/** What opens differently from a usual tab. */
export interface ConsoleOptions {
  colorScheme?: 'light' | 'dark';
  locale?: string;
  timezoneId?: string;
  viewport?: { width: number; height: number };
}

/** Opens the console without signing in. @param url of the API */
export async function openConsole(browser: Browser, url: string, options: ConsoleOptions = {}): Promise<ConsoleTab> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US', ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !isExpected(message.text(), message.location().url))
      complaints.push(`${page.url()}: ${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
  page.on('request', (request) => {
    const { host, protocol } = new URL(request.url());
    if (protocol !== 'blob:' && host !== new URL(url).host) complaints.push(`A request to ${request.url()}`);
  });
  await page.goto(`${url}/console/`);
  return {
    page,
    context,
    complaints,
    open: async (path, heading) => {
      await page.goto(`${url}/console${path}`);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    },
  };
}

/** Opens the console and signs in with a key. */
export async function signInToConsole(
  browser: Browser,
  { url, key, ...options }: { url: string; key: string } & ConsoleOptions,
): Promise<ConsoleTab> {
  const tab = await openConsole(browser, url, options);
  await tab.page.getByLabel('API key').fill(key);
  await tab.page.getByRole('button', { name: 'Sign in' }).click();
  await tab.page.getByRole('heading', { level: 1, name: 'Now' }).waitFor();
  return tab;
}

/** What is missing on a page that still loads; empty once nothing is. */
const pending = `[document.querySelector('h1') === null ? location.pathname + ': no title' : '']
  .concat([...document.querySelectorAll('[role=status]')].map(({ textContent }) => textContent === 'Loading…' ? location.pathname : ''))
  .filter((each) => each !== '')`;

/** Waits until nothing on the page loads any more. */
export const untilLoaded = (page: Page): Promise<string[]> =>
  until(
    () => page.evaluate<string[]>(pending),
    (parts) => parts.length === 0,
    30_000,
  );
