import { testMutations } from './mutation-tests.ts'

testMutations({ sent: 200, signed: 60 })
