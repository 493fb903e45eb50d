import { openConsole } from '../../support/console';
import { until } from '../../support/until';
import type { ConsoleStack } from './stack';

/** The tests of who may use the console. */
export function accessTests(stack: () => ConsoleStack): void {
  it('says why a key may not act, also by the keyboard, and shows a revoked key the sign-in', async () => {
    const { env, browser, url } = stack();
    const { body } = await env.request<{ Key: string; KeyID: string }>('POST', '/api-keys', {
      ...{ Name: 'Reader', Scopes: ['jobs:read'] },
    });
    const reader = await openConsole(browser, url);
    await reader.page.getByLabel('API key').fill(body.Key);
    await reader.page.getByRole('button', { name: 'Sign in' }).click();
    await reader.page.getByRole('heading', { level: 1, name: 'Now' }).waitFor();
    await reader.open(`/campaigns/${env.campaignId}`, 'Live');
    const pause = reader.page.getByRole('button', { name: 'Pause', exact: true });
    await pause.focus();
    await reader.page.getByRole('tooltip', { name: 'Your key lacks the scope campaigns:manage.' }).first().waitFor();
    await reader.page.keyboard.press('Enter');
    await expect(reader.page.getByRole('dialog').count()).resolves.toBe(0);

    await env.request('DELETE', `/api-keys/${body.KeyID}`);
    await reader.page.getByRole('heading', { level: 1, name: 'Sign in to Outdial' }).waitFor();
    await reader.context.close();
  });

  it('says what does not exist, under a title', async () => {
    const { page, open, context } = await stack().signIn();
    await open('/webhooks/webhook_none', 'Webhook');
    await page.getByRole('alert').getByText('Webhook not found.').waitFor();
    await open('/campaigns/campaign_none/jobs', 'Campaign');
    await page.getByRole('alert').getByText('Campaign not found.').waitFor();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await context.close();
  });

  it('signs in by a link once, refuses unknown keys, and signs out', async () => {
    const { env, browser, url } = stack();
    const { body } = await env.request<{ Ticket: string }>('POST', '/sign-in-tickets', {});
    const first = await openConsole(browser, url);
    await first.page.getByLabel('API key').fill('x'.repeat(32));
    await first.page.getByRole('button', { name: 'Sign in' }).click();
    await first.page.getByRole('alert').getByText('Unknown API key.').waitFor();
    await first.page.goto(`${url}/console/#ticket=${body.Ticket}`);
    await first.page.getByRole('heading', { level: 1, name: 'Now' }).waitFor();
    expect(first.page.url()).toBe(`${url}/console/`);
    expect(await first.page.evaluate('document.cookie')).toBe('');
    await first.page.getByRole('button', { name: 'Sign out' }).click();
    await first.page.getByRole('heading', { level: 1, name: 'Sign in to Outdial' }).waitFor();
    await first.page.goto(`${url}/console/#ticket=${body.Ticket}`);
    await first.page.getByRole('alert').waitFor();
    await first.context.close();
  });

  it('leads to a campaign and acts on it by the keyboard alone', async () => {
    const { env } = stack();
    const { page: keys, context } = await stack().signIn();
    await keys.keyboard.press('Control+k');
    await keys.keyboard.type(env.campaignId);
    await keys.getByRole('list', { name: 'Found' }).getByRole('button', { name: 'Live campaign' }).waitFor();
    await keys.keyboard.press('Enter');
    await keys.getByRole('heading', { level: 1, name: 'Live' }).waitFor();
    const focused = () => keys.evaluate<string>(`document.activeElement?.textContent ?? ''`);
    await until(
      async () => {
        await keys.keyboard.press('Tab');
        return focused();
      },
      (text) => text === 'Duplicate…',
    );
    await keys.keyboard.press('Enter');
    await keys.getByRole('dialog', { name: 'Duplicate' }).waitFor();
    await keys.keyboard.press('Escape');
    await keys.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await focused()).toBe('Duplicate…');
    await context.close();
  });
}
