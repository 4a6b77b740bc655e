import { everyEndpoint } from '@talad/gateway/routes/table'
import { expect, test } from 'vitest'
import { objection } from '../src/access/intent.ts'

test('B25 somebody has said of every call of the contract who may make it, and its policy says the same', () => {
  const wrong = everyEndpoint.flatMap(({ method, path, auth }) => {
    const found = objection(path, auth)
    return found === undefined ? [] : [`${method} ${path}: ${found}`]
  })
  expect(wrong).toEqual([])
})
