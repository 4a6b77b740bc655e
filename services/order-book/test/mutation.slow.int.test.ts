import { testMutations } from './mutation-tests.ts'

testMutations({
  'a listing in points': { sent: 1_000, signed: 300 },
  'a listing in crypto': { sent: 1_000, signed: 300 },
  'an offer': { sent: 1_000, signed: 300 },
})
