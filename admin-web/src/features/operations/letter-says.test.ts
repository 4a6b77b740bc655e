import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Whole } from './letter-says.tsx'

test('a message that was put aside says what is in it, and shows its bytes where nothing here can read it', () => {
  const letter = {
    message: 'm-1',
    headers: { traceparent: '00-ab' },
    payload: 'CgJoaQ==',
    says: 'order is sold',
  }
  const shown = (says: string | null) => renderToStaticMarkup(createElement(Whole, { ...letter, says }))
  expect(shown(letter.says)).toContain('order is sold')
  expect(shown(letter.says)).not.toContain(letter.payload)
  for (const part of ['m-1', 'traceparent', '00-ab', letter.payload]) expect(shown(null)).toContain(part)
})
