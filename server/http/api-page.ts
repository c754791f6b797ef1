import type { ApiDocument, ApiOperation } from './openapi.ts';

/** The API as a page to read: plain HTML, no script, so that it works under the same policy as everything else. */
export function apiPage(document: ApiDocument): string {
  const groups = groupByTag(document);
  return `<!doctype html>
<html lang="ru">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(document.info.title)}: API ${text(document.info.version)}</title>
<link rel="stylesheet" href="/api/docs/api-page.css">
</head>
<body>
<h1>${text(document.info.title)}: API ${text(document.info.version)}</h1>
<p>${text(document.info.description)} Для программ: <a href="/api/v1/openapi.json">openapi.json</a>.</p>
<nav aria-label="Разделы"><ul>
${[...groups.keys()].map((tag) => `<li><a href="#${text(tag)}">${text(tag)}</a></li>`).join('\n')}
</ul></nav>
${[...groups].map(([tag, operations]) => section(tag, operations)).join('\n')}
</body>
</html>
`;
}

interface Listed {
  method: string;
  path: string;
  operation: ApiOperation;
}

function groupByTag(document: ApiDocument): Map<string, Listed[]> {
  const groups = new Map<string, Listed[]>();
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const tag = operation.tags[0] ?? '';
      groups.set(tag, [...(groups.get(tag) ?? []), { method: method.toUpperCase(), path, operation }]);
    }
  }
  return groups;
}

function section(tag: string, operations: readonly Listed[]): string {
  return `<h2 id="${text(tag)}">${text(tag)}</h2>\n${operations.map(details).join('\n')}`;
}

function details({ method, path, operation }: Listed): string {
  const access = operation.security.length > 0 ? '' : ' <span class="quiet">— без входа</span>';
  return `<details>
<summary><code><span class="method">${text(method)}</span> ${text(path)}</code><br>${text(operation.summary)}${access}</summary>
<div>
${parameterList(operation)}
${operation.requestBody ? `<h3>Тело запроса</h3>${schemaBlock(operation.requestBody.content)}` : ''}
<h3>Ответы</h3>
${Object.entries(operation.responses).map(response).join('\n')}
</div>
</details>`;
}

function parameterList({ parameters }: ApiOperation): string {
  if (parameters.length === 0) return '';
  const items = parameters.map(
    ({ name, in: place, required, schema }) =>
      `<li><code>${text(name)}</code> <span class="quiet">${text(place)}${required ? ', обязательный' : ''}</span> <code>${text(JSON.stringify(schema))}</code></li>`,
  );
  return `<h3>Параметры</h3><ul>${items.join('')}</ul>`;
}

function response([status, { description, content }]: [string, Record<string, unknown>]): string {
  const isError = Number(status) >= 400;
  return `<p><code>${text(status)}</code> ${text(String(description))}</p>${content && !isError ? schemaBlock(content) : ''}`;
}

function schemaBlock(content: unknown): string {
  const { schema } = (content as Record<string, { schema: unknown }>)['application/json'] ?? {};
  return `<pre>${text(JSON.stringify(schema, null, 2))}</pre>`;
}

function text(value: string): string {
  return value.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
