/* global SwaggerUIBundle */
SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  docExpansion: 'list',
  filter: true,
  // Closing the page discards the API key.
  persistAuthorization: false,
  tryItOutEnabled: false,
  // No external service validates the document.
  validatorUrl: null,
});
