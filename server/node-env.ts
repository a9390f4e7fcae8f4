// React reads NODE_ENV on import, and without it runs at half the speed. Import this file before everything else.
process.env.NODE_ENV = process.argv.includes('--dev') ? 'development' : 'production'
