import { z } from 'zod';

/** The address of a receiver; what it resolves to is judged when it is connected to. */
const destinationUrl = z
  .string()
  .max(2048)
  .superRefine((text, context) => {
    const refuse = (message: string) => {
      context.addIssue({ code: 'custom', message });
    };
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (url === undefined) {
      refuse('Expected a full URL such as "https://example.com/webhooks".');
      return;
    }
    if (url.protocol !== 'https:' && url.protocol !== 'http:') refuse('Expected an http or https URL.');
    if (url.username !== '' || url.password !== '') refuse('A URL must not carry a user name or password.');
  })
  .meta({ example: 'https://example.com/webhooks' });

export const createWebhookSchema = z.strictObject({ DestinationURL: destinationUrl });
export type CreateWebhook = z.infer<typeof createWebhookSchema>;
