import { expect, test } from 'vitest'
import { everyEndpoint } from '../routes/table.ts'
import { namedSchemas } from './named.ts'
import { openApiDocument } from './openapi.ts'

test('GW-18 what several calls answer has one name in the document, which each of them refers to', () => {
  const text = JSON.stringify(openApiDocument(everyEndpoint, { title: 'Talad' }))
  for (const name of Object.keys(namedSchemas))
    expect([name, text.includes(`"$ref":"#/components/schemas/${name}"`)]).toEqual([name, true])
})
