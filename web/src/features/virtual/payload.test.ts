import { expect, test } from 'vitest'
import { asText, attributeText, readPayload } from './payload.ts'

test('CA-61 what was filled into a description is shown as it was, once', () => {
  expect(asText('Lamp &amp; Light, &lt;b&gt;&quot;&#39;')).toBe(`Lamp & Light, <b>"'`)
  expect(asText('&amp;lt;script&amp;gt; 3 < 5 &nbsp;')).toBe('&lt;script&gt; 3 < 5 &nbsp;')
})

test('CA-63 writes a value as its display type says', () => {
  expect(attributeText({ value: 'แดง · Red' }, 'en')).toBe('Red')
  expect(attributeText({ value: 1_234.5 }, 'en')).toBe('1,234.5')
  expect(attributeText({ value: 7, display: 'boost_number' }, 'th')).toBe('+7')
  expect(attributeText({ value: -7, display: 'boost_percentage' }, 'th')).toBe('-7%')
  expect(attributeText({ value: 7, display: 'boost_percentage' }, 'th')).toBe('+7%')
  expect(attributeText({ value: 1_795_000_000, display: 'date' }, 'th')).toMatch(/^\d\d\/\d\d\/2026$/)
})

test('CA-57 shows what it knows of a later payload, and nothing of what is otherwise', () => {
  const later = { version: '3.1', name: 'Fair', attributes: [], table: { rows: 1 }, scent: 'jasmine' }
  expect(readPayload(later)).toMatchObject({ name: 'Fair', attributes: [], table: undefined })
  expect(readPayload(undefined)).toMatchObject({ name: undefined, cover: undefined, attributes: [] })
})
