/** The pages that the navigation leads to. */
export const pages = [
  { to: '/', name: 'Now' },
  { to: '/campaigns', name: 'Campaigns' },
  { to: '/calls', name: 'Live calls' },
  { to: '/import', name: 'Import' },
  { to: '/numbers', name: 'Numbers' },
  { to: '/webhooks', name: 'Webhooks' },
  { to: '/operations', name: 'Operations' },
  { to: '/try', name: 'Try it' },
  { to: '/settings', name: 'Settings' },
] as const;
