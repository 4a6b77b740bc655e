import { expect, test } from 'vitest'
import { faultOf } from './xml.ts'

test('well-formed text has no fault', () => {
  expect(faultOf('<svg a="1"><g b="2"><path d="M0 0"/></g></svg>')).toBeUndefined()
})

test.each([
  '<svg><g></svg>',
  '<svg><g></svg></g>',
  '<svg a=1></svg>',
  '<svg a="1" a="2"></svg>',
  '<svg a="&"></svg>',
  '<svg></svg><svg></svg>',
  '<svg>text</svg>',
  '<svg>',
])('%s has a fault', (xml) => {
  expect(faultOf(xml)).toBeTypeOf('string')
})
