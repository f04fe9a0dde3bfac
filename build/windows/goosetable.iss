; The installer for Windows: for one person, without asking for an administrator. build.py windows gives Version, Source and Out.
[Setup]
AppId=goosetable
AppName=goosetable
AppVersion={#Version}
AppPublisher=goosetable
DefaultDirName={localappdata}\Programs\goosetable
DefaultGroupName=goosetable
DisableProgramGroupPage=yes
PrivilegesRequired=lowest
ArchitecturesAllowed=x64compatible arm64
ChangesAssociations=yes
Compression=lzma2/max
SolidCompression=yes
OutputDir={#Out}
OutputBaseFilename=goosetable-{#Version}-windows-setup
SetupIconFile={#Icon}
UninstallDisplayIcon={app}\goosetable.exe
WizardStyle=modern

[Files]
Source: "{#Source}\*"; DestDir: "{app}"; Flags: recursesubdirs ignoreversion

[InstallDelete]
Type: filesandordirs; Name: "{app}\_internal"

[Icons]
Name: "{group}\goosetable"; Filename: "{app}\goosetable.exe"
Name: "{autodesktop}\goosetable"; Filename: "{app}\goosetable.exe"; Tasks: desktop

[Tasks]
Name: desktop; Description: "Put goosetable on the desktop"; Flags: unchecked

[Registry]
Root: HKCU; Subkey: "Software\Classes\.goose"; ValueType: string; ValueData: "goosetable.record"; Flags: uninsdeletevalue
Root: HKCU; Subkey: "Software\Classes\.goosesheet"; ValueType: string; ValueData: "goosetable.record"; Flags: uninsdeletevalue
Root: HKCU; Subkey: "Software\Classes\goosetable.record"; ValueType: string; ValueData: "goosetable record"; Flags: uninsdeletekey
Root: HKCU; Subkey: "Software\Classes\goosetable.record\DefaultIcon"; ValueType: string; ValueData: "{app}\goosetable.exe,0"
Root: HKCU; Subkey: "Software\Classes\goosetable.record\shell\open\command"; ValueType: string; ValueData: """{app}\goosetable.exe"" ""%1"""

[Run]
Filename: "{app}\goosetable.exe"; Description: "Play"; Flags: nowait postinstall skipifsilent
