/** Pure. The document as a page to read: no script, nothing from elsewhere. */
import type { OpenApiDocument } from '../../contract/openapi/document-shape.ts'
import { type DocsTexts, docsTexts, type Language } from './docs-texts.ts'
import { markdown } from './markdown.ts'
import { markup, type Markup } from './markup.ts'
import { operationSection, type PlacedOperation } from './operation-section.ts'
import { boundsOf, fieldList, typeOf } from './schema-lines.ts'

export const DOCS_STYLE_PATH = '/docs.css'

export function docsPage(document: OpenApiDocument, language: Language): string {
  const texts = docsTexts[language]
  const other: Language = language === 'pt' ? 'en' : 'pt'
  const { info } = document
  return markup`<!doctype html>
<html lang="${language === 'pt' ? 'pt-BR' : 'en'}">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<title>${texts.title} · ${info.title}</title>
<link rel="stylesheet" href="${DOCS_STYLE_PATH}" />
</head>
<body id="top">
<header>
<div><p class="kind">${texts.title}</p><h1 lang="en">${info.title}</h1>
<p class="soft">${texts.version} ${info.version} · OpenAPI ${document.openapi}</p></div>
<p class="links"><a href="/openapi.json">${texts.file}</a> <a href="/sandbox">${texts.sandbox}</a>
<a href="/docs?lang=${other}" lang="${other}" hreflang="${other}">${texts.otherLanguage}</a></p>
</header>
<div class="columns">
${contents(document, texts)}
<main>
<section id="introduction"><h2>${texts.introduction}</h2>
${texts.note !== '' && markup`<p class="soft">${texts.note}</p>`}
<h3>${texts.servers}</h3>
<ul>${document.servers.map(
    (server) =>
      markup`<li><code>${server.url}</code> <span lang="en">${server.description}</span></li>`,
  )}</ul>
<div class="words" lang="en">${markdown(info.description)}</div></section>
${document.tags.map(
  (tag) => markup`<section id="tag-${tag.name}"><h2 lang="en">${tag.name}</h2>
<div class="words" lang="en">${markdown(tag.description)}</div>
${operationsOf(document, tag.name).map((each) => operationSection(document, each, texts))}
</section>`,
)}
${schemaSections(document, texts)}
<p><a href="#top">${texts.top}</a></p>
</main>
</div>
</body>
</html>
`.text
}

function operationsOf(document: OpenApiDocument, tag: string): PlacedOperation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.tags.includes(tag))
      .map(([method, operation]) => ({ path, method, operation })),
  )
}

function contents(document: OpenApiDocument, texts: DocsTexts): Markup {
  const operations = (tag: string): Markup[] =>
    operationsOf(document, tag).map(
      ({ method, operation }) =>
        markup`<li><a href="#operation-${operation.operationId}">
<span class="method ${method}">${method.toUpperCase()}</span>
<span lang="en">${operation.summary}</span></a></li>`,
    )
  return markup`<nav aria-label="${texts.contents}"><details open>
<summary>${texts.contents}</summary>
<ul><li><a href="#introduction">${texts.introduction}</a></li>
${document.tags.map(
  ({ name }) =>
    markup`<li><a href="#tag-${name}" lang="en">${name}</a><ul>${operations(name)}</ul></li>`,
)}
<li><a href="#schemas">${texts.schemas}</a></li></ul></details></nav>`
}

function schemaSections(document: OpenApiDocument, texts: DocsTexts): Markup {
  const sections = Object.entries(document.components.schemas).map(
    ([name, schema]) => markup`<section class="schema" id="schema-${name}">
<h3>${name} <span class="type">${typeOf(schema, texts)}</span></h3>
<p>${boundsOf(schema, texts)}</p>
<div class="words" lang="en">${markdown(schema.description ?? '')}</div>
${fieldList(schema, texts)}</section>`,
  )
  return markup`<section id="schemas"><h2>${texts.schemas}</h2>${sections}</section>`
}
