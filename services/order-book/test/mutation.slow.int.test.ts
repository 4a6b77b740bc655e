import { testMutations } from './mutation-tests.ts'

testMutations({ sent: 1_000, signed: 300 })
