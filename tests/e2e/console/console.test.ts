import { findChromium, howToGetChromium } from '../../support/browser';
import { accessTests } from './access';
import { actionTests } from './actions';
import { furnish, type Furnished } from './furnished';
import { killedApiTests } from './killed-api';
import { manyJobsTests } from './many-jobs';
import { pageActionTests } from './page-actions';
import { pageTests } from './pages';
import { refusalTests } from './refusals';
import { startConsoleStack, type ConsoleStack } from './stack';

jest.setTimeout(300_000);
const chromium = findChromium();
if (chromium === undefined) console.warn(howToGetChromium);

/** All tests of the console are in one file: they share a browser and an organization, and one of them costs a second. */
(chromium === undefined ? describe.skip : describe)('the console, in Chromium', () => {
  let started: ConsoleStack | undefined;
  let furnishing: Promise<Furnished> | undefined;
  const stack = (): ConsoleStack => started!;
  beforeAll(async () => {
    started = await startConsoleStack(chromium!);
    furnishing = furnish(started);
    // The tests that need it wait for it, and fail with it.
    furnishing.catch(() => undefined);
  });
  afterAll(async () => {
    await (await furnishing?.catch(() => undefined))?.end();
    await started?.end();
  });

  describe('signs people in and', () => accessTests(stack));
  describe('has actions: it', () => actionTests(stack));
  describe('has actions on each page: it', () => pageActionTests(stack));
  describe('survives its API: it', () => killedApiTests(stack));
  describe('has lists: it', () => manyJobsTests(stack));
  describe('refuses: it', () => refusalTests(stack, () => furnishing!));
  describe('has pages that', () => pageTests(stack, () => furnishing!));
});
