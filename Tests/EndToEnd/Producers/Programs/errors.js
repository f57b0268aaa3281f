class DeclinedError extends Error { constructor(m) { super(m); this.name = 'DeclinedError'; this.code = 'E_DECL'; this.status = 402 } }
console.error(new Error('logged', { cause: new TypeError('inner') }))
console.error(new AggregateError([new Error('a'), new RangeError('b')], 'all failed'))
require('fs').readFile('/nope', (error) => {
  console.error(error)
  require('net').connect(1, '127.0.0.1').on('error', (refused) => {
    console.error(refused)
    throw new DeclinedError('card')
  })
})
