import { testMutations } from './mutation-tests.ts'

const few = { sent: 80, signed: 25 }
testMutations({ 'a listing in points': few, 'a listing in crypto': few, 'an offer': few })
