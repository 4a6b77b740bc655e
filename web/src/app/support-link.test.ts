import { expect, test } from 'vitest'
import { supportLink } from './support-link.ts'

test('M§2 a mail to support brings what happened, a page of theirs is opened as it is', () => {
  expect(supportLink('https://help.example/talad', 'a: b')).toBe('https://help.example/talad')
  expect(supportLink('mailto:help@talad.example', 'หน้า: /x\na&b')).toBe(
    `mailto:help@talad.example?body=${encodeURIComponent('หน้า: /x\na&b')}`,
  )
  expect(supportLink('mailto:help@talad.example?subject=x', 'a')).toBe(
    'mailto:help@talad.example?subject=x&body=a',
  )
})
