import type { Pacing } from '../../../domain/campaign/pacing';
import { createTwilioClient, type TwilioClient } from './client';
import { createLineUrls, type LineUrls } from './line-urls';

/** The settings of an account at Twilio. */
export interface TwilioSettings {
  TWILIO_ACCOUNT_SID?: string | undefined;
  TWILIO_AUTH_TOKEN?: string | undefined;
  TWILIO_BASE_URL?: string | undefined;
  /** Where Twilio reaches the API. */
  PUBLIC_URL?: string | undefined;
  OUTDIAL_MASTER_KEY: string;
  OUTDIAL_PREVIOUS_MASTER_KEYS?: readonly string[] | undefined;
}

/** What the workers and the API share of an account. */
export interface TwilioAccount {
  authToken: string;
  /** Without a trailing slash. */
  publicUrl: string;
  client: TwilioClient;
  urls: LineUrls;
}

const withoutSlash = (url: string): string => url.replace(/\/+$/, '');

/** The rate of a new account, a call in a second: Twilio queues what is more, and a queued call is late. */
const usualCallsPerMinute = 60;

/** How many calls the account takes. Without a setting of the rate it is that of a new account. */
export const pacingOfAccount = ({
  TRUNK_MAX_CONCURRENT_CALLS,
  TRUNK_MAX_CALLS_PER_MINUTE,
}: {
  TRUNK_MAX_CONCURRENT_CALLS: number;
  TRUNK_MAX_CALLS_PER_MINUTE: number;
}): Pacing => ({
  MaxConcurrentCalls: TRUNK_MAX_CONCURRENT_CALLS,
  MaxCallsPerMinute: TRUNK_MAX_CALLS_PER_MINUTE === 0 ? usualCallsPerMinute : TRUNK_MAX_CALLS_PER_MINUTE,
});

/** @throws if a setting is absent, which the check of the settings prevents */
export function createTwilioAccount(settings: TwilioSettings): TwilioAccount {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_BASE_URL, PUBLIC_URL } = settings;
  if (accountSid === undefined || authToken === undefined || PUBLIC_URL === undefined)
    throw new Error('The provider twilio needs TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and PUBLIC_URL.');
  const publicUrl = withoutSlash(PUBLIC_URL);
  const baseUrl = TWILIO_BASE_URL === undefined ? undefined : withoutSlash(TWILIO_BASE_URL);
  return {
    authToken,
    publicUrl,
    client: createTwilioClient({ accountSid, authToken, baseUrl }),
    urls: createLineUrls(publicUrl, settings),
  };
}
