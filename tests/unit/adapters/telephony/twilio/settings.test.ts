import { pacingOfAccount } from '../../../../../shared/adapters/telephony/twilio/settings';

it.each([
  [0, 60],
  [30, 30],
  [600, 600],
])('calls are paced at the rate of the account: %i a minute in the settings is %i', (given, expected) => {
  const settings = { TRUNK_MAX_CONCURRENT_CALLS: 5, TRUNK_MAX_CALLS_PER_MINUTE: given };
  expect(pacingOfAccount(settings)).toEqual({ MaxConcurrentCalls: 5, MaxCallsPerMinute: expected });
});
