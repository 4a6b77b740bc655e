import { testMutations } from './mutation-tests.ts'

testMutations({
  'a listing in points': { sent: 400, signed: 120 },
  'a listing in crypto': { sent: 400, signed: 120 },
  'an offer': { sent: 400, signed: 120 },
})
