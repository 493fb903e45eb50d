/* global SwaggerUIBundle */
SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  docExpansion: 'list',
  filter: true,
  // A key that was typed is forgotten with the page.
  persistAuthorization: false,
  tryItOutEnabled: false,
  // Asks nobody else whether the document is valid.
  validatorUrl: null,
});
