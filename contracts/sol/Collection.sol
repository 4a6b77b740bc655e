// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.30;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";
import {Relayers} from "./Relayers.sol";

/// @title What collections of both standards share: where their metadata is found, and minting under keys
abstract contract Collection is Ownable {
    using Strings for uint256;

    struct Mint {
        bytes32 key;
        address receiver;
        uint256 id;
        uint256 amount;
    }

    error NotMinter(address account);
    error KeyUsed(bytes32 key);

    /// @dev ERC-4906: tells indexers that the metadata of a range of tokens has changed.
    event BatchMetadataUpdate(uint256 fromTokenId, uint256 toTokenId);
    /// @dev ERC-7572: the same for the collection itself.
    event ContractURIUpdated();
    event Minted(bytes32 indexed key, address indexed receiver, uint256 id, uint256 amount);

    string public baseURI;
    /// @notice Names the accounts that mint under keys; zero: nobody does.
    Relayers public immutable minters;
    /// @notice The block in which a key was used, or zero: its event is found there.
    mapping(bytes32 key => uint256 blockNumber) public usedAt;
    /// @notice How many keys were used: who knows all that it asked for sees whether somebody else minted.
    uint256 public usedKeys;

    constructor(address owner_, string memory baseURI_, Relayers minters_) Ownable(owner_) {
        baseURI = baseURI_;
        minters = minters_;
    }

    /// @notice Mints all of them or none; each key once for good, whatever became of the token since.
    function mintBatch(Mint[] calldata mints) external {
        if (address(minters) == address(0) || !minters.isRelayer(msg.sender)) revert NotMinter(msg.sender);
        usedKeys += mints.length;
        for (uint256 i = 0; i < mints.length; i++) {
            Mint calldata one = mints[i];
            if (usedAt[one.key] != 0) revert KeyUsed(one.key);
            usedAt[one.key] = block.number; // before the receiver is called, who may call anybody
            emit Minted(one.key, one.receiver, one.id, one.amount);
            _mintTo(one.receiver, one.id, one.amount);
        }
    }

    /// @notice The blocks in which keys were used; zero of those that weren't.
    function usedAtAll(bytes32[] calldata keys) external view returns (uint256[] memory blocks) {
        blocks = new uint256[](keys.length);
        for (uint256 i = 0; i < keys.length; i++) blocks[i] = usedAt[keys[i]];
    }

    /// @notice Points every token and the collection to another place, which ends with a slash.
    function setBaseURI(string calldata baseURI_) external onlyOwner {
        baseURI = baseURI_;
        emit BatchMetadataUpdate(0, type(uint256).max);
        emit ContractURIUpdated();
    }

    /// @notice The collection's own metadata (ERC-7572).
    function contractURI() external view returns (string memory) {
        return string.concat(baseURI, "contract.json");
    }

    function _mintTo(address receiver, uint256 id, uint256 amount) internal virtual;

    function _metadataOf(uint256 id) internal view returns (string memory) {
        return string.concat(baseURI, id.toString(), ".json");
    }
}
