@echo off
rem Without words: the console, in the browser. With words: that command, as frota.cmd status
"%~dp0node\node.exe" "%~dp0start.mjs" %*
set code=%errorlevel%
rem A window that a double click opened would close before its message is read.
if "%~1"=="" if not %code%==0 pause
exit /b %code%
