import { readQr } from '@talad/ui/testing/read-qr'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Sheet } from './sheet.tsx'

test('AW-10 each code of a sheet is printed with a QR code that says just it', () => {
  const codes = ['0012LEAF', 'x'.repeat(64), 'A-b_9!'].map((code, index) => ({ _id: String(index), code }))
  const html = renderToStaticMarkup(createElement(Sheet, { codes, name: 'noodles' }))
  const rows = html.match(/<li.*?<\/li>/gs) ?? []
  expect(rows.map(readQr)).toEqual(codes.map(({ code }) => code))
  for (const [index, { code }] of codes.entries()) expect(rows[index]).toContain(`>${code}</span>`)
})
