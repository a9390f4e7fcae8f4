// React reads NODE_ENV when it is loaded and runs at half the speed without it. Import this file before everything else.
process.env.NODE_ENV = process.argv.includes('--dev') ? 'development' : 'production'
