; The installer for Windows, for one person and without an administrator. installer.py gives:
;   VERSION, NUMBERS (four of them), KILOBYTES, PARTS (a folder), OUT (a file), TARGET (which Windows runs the installer itself)
; and in PARTS: goosetable.ico, welcome.bmp, header.bmp, and files.nsh with the macros LAY_FILES and REMOVE_FILES.
;
; Words after its name:  /S  ask nothing   /DESKTOP  an entry on the desktop   /D=C:\a folder  where, as the last word
; and after uninstall.exe:  /S  ask nothing   /GAMES  delete games and settings as well   /UPGRADE  remove the files alone
; It ends with 0, 1 (given up), 2 (could not be done), 3 (goosetable is running), 4 (not on this Windows, or not in that folder).

Unicode true
Target ${TARGET}
SetCompressor /SOLID /FINAL lzma
SetCompressorDictSize 64
CRCCheck force
SetDateSave off ; the same files give the same installer, whenever they were made
SetOverwrite on
AllowSkipFiles off
RequestExecutionLevel user
ManifestSupportedOS all
ManifestDPIAware true

!include "MUI2.nsh"
!include "FileFunc.nsh"
!include "LogicLib.nsh"
!include "WinVer.nsh"
!include "x64.nsh"
!include "${PARTS}/files.nsh"

!define ENTRY "Software\Microsoft\Windows\CurrentVersion\Uninstall\goosetable"
!define CLASSES "Software\Classes"
!define GAMES "$LOCALAPPDATA\goosetable"
!define PROGRAMS "$LOCALAPPDATA\Programs"

Name "goosetable"
Caption "goosetable ${VERSION}"
UninstallCaption "Remove goosetable"
BrandingText "goosetable ${VERSION}"
OutFile "${OUT}"
InstallDir "${PROGRAMS}\goosetable"
InstallDirRegKey HKCU "${ENTRY}" "InstallLocation"
VIProductVersion "${NUMBERS}"
VIFileVersion "${NUMBERS}"
VIAddVersionKey "ProductName" "goosetable"
VIAddVersionKey "CompanyName" "goosetable"
VIAddVersionKey "FileDescription" "Installs goosetable, a card table"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "LegalCopyright" "MIT licence"

Var Games
Var Upgrade
Var Tick

; ---------------------------------------------------------------------- pages

!define MUI_ICON "${PARTS}/goosetable.ico"
!define MUI_UNICON "${PARTS}/goosetable.ico"
!define MUI_WELCOMEFINISHPAGE_BITMAP "${PARTS}/welcome.bmp"
!define MUI_HEADERIMAGE
!define MUI_HEADERIMAGE_RIGHT
!define MUI_HEADERIMAGE_BITMAP "${PARTS}/header.bmp"
!define MUI_HEADERIMAGE_UNBITMAP "${PARTS}/header.bmp"
!define MUI_ABORTWARNING

!define MUI_WELCOMEPAGE_TITLE "goosetable ${VERSION}"
!define MUI_WELCOMEPAGE_TEXT "Seven unusual card games, with computer players for the empty chairs.$\r$\n$\r$\nThe program \
is installed for you alone, and needs no administrator. A version from before is replaced; your games and settings stay."
!insertmacro MUI_PAGE_WELCOME
!define MUI_PAGE_HEADER_TEXT "Folder of the program"
!define MUI_PAGE_HEADER_SUBTEXT "Your games lie in another, ${GAMES}."
!define MUI_DIRECTORYPAGE_TEXT_TOP "goosetable goes into this folder. To choose another, press Browse."
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!define MUI_FINISHPAGE_TITLE "goosetable is installed"
!define MUI_FINISHPAGE_TEXT "It is in the Start menu, and opens its records (.goose) and score sheets (.goosesheet).$\r$\n$\r$\nTo \
remove it, use Apps in the settings of Windows."
!define MUI_FINISHPAGE_RUN "$INSTDIR\goosetable.exe"
!define MUI_FINISHPAGE_RUN_TEXT "Start goosetable"
!define MUI_FINISHPAGE_SHOWREADME ""
!define MUI_FINISHPAGE_SHOWREADME_TEXT "Put goosetable on the desktop"
!define MUI_FINISHPAGE_SHOWREADME_FUNCTION PutOnDesktop
!define MUI_FINISHPAGE_SHOWREADME_NOTCHECKED
!insertmacro MUI_PAGE_FINISH

UninstPage custom un.AskGames un.GamesAsked
!define MUI_INSTFILESPAGE_FINISHHEADER_TEXT "goosetable is removed"
!define MUI_INSTFILESPAGE_FINISHHEADER_SUBTEXT "It can be installed again at any time."
!insertmacro MUI_UNPAGE_INSTFILES

!insertmacro MUI_LANGUAGE "English"

; ---------------------------------------------------------------------- what both parts use

!macro Locked FILE
  ${If} ${FileExists} "${FILE}"
    ClearErrors
    FileOpen $R7 "${FILE}" a ; Windows lets nobody write into a program that runs
    ${If} ${Errors}
      StrCpy $R8 1
    ${Else}
      FileClose $R7
    ${EndIf}
  ${EndIf}
!macroend

!macro StopWhileRunning un
  ; Ends the installer, or asks again and again, while the program in the folder $R9 is running.
  Function ${un}StopWhileRunning
  again:
    StrCpy $R8 0
    !insertmacro Locked "$R9\goosetable.exe"
    !insertmacro Locked "$R9\goosetable-console.exe"
    ${If} $R8 = 1
      MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION \
        "goosetable is running. Close it, which keeps your game, and press Retry." /SD IDCANCEL IDRETRY again
      SetErrorLevel 3
      Quit
    ${EndIf}
  FunctionEnd
!macroend
!insertmacro StopWhileRunning ""
!insertmacro StopWhileRunning "un."

!macro TellTheDesktop
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)' ; kinds of files are new or gone
!macroend

!macro Opens ENDING KIND CALLED
  WriteRegStr HKCU "${CLASSES}\${KIND}" "" "${CALLED}"
  WriteRegStr HKCU "${CLASSES}\${KIND}\DefaultIcon" "" "$INSTDIR\goosetable.exe,0"
  WriteRegStr HKCU "${CLASSES}\${KIND}\shell\open\command" "" '"$INSTDIR\goosetable.exe" "%1"'
  WriteRegStr HKCU "${CLASSES}\${ENDING}" "" "${KIND}"
  WriteRegStr HKCU "${CLASSES}\${ENDING}\OpenWithProgids" "${KIND}" ""
!macroend

!macro OpensNoMore ENDING KIND
  DeleteRegKey HKCU "${CLASSES}\${KIND}"
  ReadRegStr $R0 HKCU "${CLASSES}\${ENDING}" ""
  ${If} $R0 == "${KIND}" ; another program may have taken the files over
    DeleteRegValue HKCU "${CLASSES}\${ENDING}" ""
  ${EndIf}
  DeleteRegValue HKCU "${CLASSES}\${ENDING}\OpenWithProgids" "${KIND}"
  DeleteRegKey /ifempty HKCU "${CLASSES}\${ENDING}\OpenWithProgids"
  DeleteRegKey /ifempty HKCU "${CLASSES}\${ENDING}"
!macroend

; ---------------------------------------------------------------------- installing

Function .onInit
  ${IfNot} ${RunningX64}
  ${OrIfNot} ${AtLeastWin10}
    MessageBox MB_OK|MB_ICONSTOP "goosetable needs Windows 10 or later, of 64 bits." /SD IDOK
    SetErrorLevel 4
    Quit
  ${EndIf}
  SetRegView 64
  ${If} ${Silent}
    Call .onVerifyInstDir ; the page that would call it is not shown
  ${EndIf}
FunctionEnd

Function .onVerifyInstDir
  ${If} $INSTDIR == "${GAMES}"
    ${If} ${Silent}
      SetErrorLevel 4
      Quit
    ${EndIf}
    Abort ; the page does not go on
  ${EndIf}
FunctionEnd

Function PutOnDesktop
  SetOutPath "$INSTDIR"
  CreateShortcut "$DESKTOP\goosetable.lnk" "$INSTDIR\goosetable.exe"
FunctionEnd

Section "goosetable"
  StrCpy $R9 $INSTDIR
  Call StopWhileRunning
  ReadRegStr $R9 HKCU "${ENTRY}" "InstallLocation"
  ${If} $R9 != ""
  ${AndIf} ${FileExists} "$R9\uninstall.exe"
    Call StopWhileRunning
    DetailPrint "Remove the version from before: $R9"
    ExecWait '"$R9\uninstall.exe" /S /UPGRADE _?=$R9'
    Delete "$R9\uninstall.exe"
    RMDir "$R9"
  ${EndIf}

  !insertmacro LAY_FILES
  SetOutPath "$INSTDIR"
  WriteUninstaller "$INSTDIR\uninstall.exe"

  CreateShortcut "$SMPROGRAMS\goosetable.lnk" "$INSTDIR\goosetable.exe" "" "" "" "" "" "A card table for seven unusual card games"
  ${GetParameters} $R0
  ClearErrors
  ${GetOptions} $R0 "/DESKTOP" $R1
  ${IfNot} ${Errors}
  ${OrIf} ${FileExists} "$DESKTOP\goosetable.lnk"
    Call PutOnDesktop
  ${EndIf}
  !insertmacro Opens ".goose" "goosetable.record" "goosetable record"
  !insertmacro Opens ".goosesheet" "goosetable.sheet" "goosetable score sheet"
  !insertmacro TellTheDesktop

  WriteRegStr HKCU "${ENTRY}" "DisplayName" "goosetable"
  WriteRegStr HKCU "${ENTRY}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${ENTRY}" "Publisher" "goosetable"
  WriteRegStr HKCU "${ENTRY}" "DisplayIcon" "$INSTDIR\goosetable.exe,0"
  WriteRegStr HKCU "${ENTRY}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${ENTRY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${ENTRY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${ENTRY}" "EstimatedSize" ${KILOBYTES}
  WriteRegDWORD HKCU "${ENTRY}" "NoModify" 1
  WriteRegDWORD HKCU "${ENTRY}" "NoRepair" 1
SectionEnd

; ---------------------------------------------------------------------- removing

Function un.onInit
  SetRegView 64
  StrCpy $Games 0
  StrCpy $Upgrade 0
  ${GetParameters} $R0
  ClearErrors
  ${GetOptions} $R0 "/GAMES" $R1
  ${IfNot} ${Errors}
    StrCpy $Games 1
  ${EndIf}
  ClearErrors
  ${GetOptions} $R0 "/UPGRADE" $R1
  ${IfNot} ${Errors}
    StrCpy $Upgrade 1
  ${EndIf}
  StrCpy $R9 $INSTDIR
  Call un.StopWhileRunning
FunctionEnd

Function un.AskGames
  !insertmacro MUI_HEADER_TEXT "Remove goosetable" "From $INSTDIR"
  nsDialogs::Create 1018
  Pop $R0
  ${If} ${FileExists} "${GAMES}\*.*"
    ${NSD_CreateLabel} 0 0 100% 24u "Your games, score sheets and settings lie in ${GAMES}. They stay there, unless you choose otherwise."
    Pop $R0
    ${NSD_CreateCheckbox} 0 32u 100% 12u "&Delete my games, score sheets and settings as well"
    Pop $Tick
    ${If} $Games = 1
      ${NSD_Check} $Tick
    ${EndIf}
  ${Else}
    ${NSD_CreateLabel} 0 0 100% 24u "There are no games and no settings of yours on this computer."
    Pop $R0
    StrCpy $Tick 0
  ${EndIf}
  GetDlgItem $R0 $HWNDPARENT 1
  SendMessage $R0 ${WM_SETTEXT} 0 "STR:&Remove"
  nsDialogs::Show
FunctionEnd

Function un.GamesAsked
  ${If} $Tick <> 0
    ${NSD_GetState} $Tick $Games
  ${EndIf}
FunctionEnd

Section "Uninstall"
  SetOutPath "$TEMP" ; a folder in which a program works cannot be removed
  StrCpy $R9 $INSTDIR
  Call un.StopWhileRunning
  !insertmacro REMOVE_FILES
  ${If} $Upgrade = 1
    Goto done
  ${EndIf}
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  RMDir "${PROGRAMS}"
  Delete "$SMPROGRAMS\goosetable.lnk"
  Delete "$DESKTOP\goosetable.lnk"
  !insertmacro OpensNoMore ".goose" "goosetable.record"
  !insertmacro OpensNoMore ".goosesheet" "goosetable.sheet"
  !insertmacro TellTheDesktop
  DeleteRegKey HKCU "${ENTRY}"
  ${If} $Games = 1
    RMDir /r "${GAMES}"
  ${EndIf}
done:
SectionEnd
